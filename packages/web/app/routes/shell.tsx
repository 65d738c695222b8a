import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { AccountStatusGate } from '../features/account-status/index.ts';
import { AccountAgeBar } from '../features/age/index.ts';
import { LazyLiveCalls } from '../features/calls/index.ts';
import { AddService } from '../features/catalog/index.ts';
import {
  ChatShortcut,
  ChatToggleButton,
  LazyChat,
  useChatLocation,
} from '../features/chat/index.ts';
import { useRememberReturnPath } from '../features/identity/index.ts';
import { LazyLiveNotifications, NotificationBell } from '../features/notifications/index.ts';
import { ErrorPage, Shell } from '../features/shell/index.ts';
import { NewPost } from '../features/social/index.ts';
import { useOpenFromPush } from '../lib/push/use-open-from-push.ts';
import { usePushRenewal } from '../lib/push/use-push-renewal.ts';
import type { Route } from './+types/shell';

/** The navigation bars around a page, and the chat over the page. The page is inert while the chat is open. */
function ShellWithBars({ children }: { children: ReactNode }) {
  const { open } = useChatLocation();
  const actions = (
    <>
      <ChatToggleButton />
      <NotificationBell />
    </>
  );
  return (
    <Shell
      actions={actions}
      shortcuts={<ChatShortcut />}
      content={open ? 'conversas' : undefined}
      covered={open}
    >
      <div className="contents" inert={open}>
        {children}
      </div>
      <LazyChat />
      <LazyLiveNotifications />
      <LazyLiveCalls />
    </Shell>
  );
}

export default function ShellRoute() {
  useRememberReturnPath();
  usePushRenewal();
  useOpenFromPush();
  return (
    <AccountStatusGate page={<Outlet />}>
      <ShellWithBars>
        <AccountAgeBar />
        <Outlet />
        <AddService />
        <NewPost />
      </ShellWithBars>
    </AccountStatusGate>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const page = <ErrorPage error={error} />;
  return (
    <AccountStatusGate page={page}>
      <ShellWithBars>{page}</ShellWithBars>
    </AccountStatusGate>
  );
}
