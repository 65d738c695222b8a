import Bell from 'lucide-react/icons/bell';
import type { ComponentProps } from 'react';
import { useNavigate } from 'react-router';
import { preloadCode } from '../../lib/loading/load-code.ts';
import { NOTIFICATIONS_DIALOG, useDialogQuery } from '../../lib/navigation/dialog-query.ts';
import { useUrlDialog } from '../../lib/navigation/use-url-dialog.ts';
import { useSession } from '../../lib/session/session.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { useLazyComponent } from '../../ui/overlays/use-lazy-component.ts';
import { useUnreadNotifications } from './use-unread-notifications.ts';

const loadPopover = () =>
  import('./popover/notifications-popover.tsx').then((module) => module.NotificationsPopover);

const unreadText = (count: number) => `${count} ${count === 1 ? 'nova' : 'novas'}`;

function BellButton({
  count,
  ...rest
}: { count: number } & Omit<ComponentProps<'button'>, 'className' | 'children'>) {
  return (
    <IconButton
      {...rest}
      label="Notificações"
      note={count > 0 ? unreadText(count) : undefined}
      count={count}
      // No tooltip while the list is open, because it would cover the list.
      tip={rest['aria-expanded'] ? 'none' : 'bottom'}
      icon={<Bell className="icon" aria-hidden="true" />}
      aria-haspopup="dialog"
    />
  );
}

/**
 * The bell in the top bar and its popover. The page's address contains whether the popover is open, so that Back closes
 * it; the popover's code is loaded on hover or focus.
 */
function BellAndList({ count }: { count: number }) {
  const uid = useSession((state) => state.user?.uid);
  const { open, close } = useUrlDialog(NOTIFICATIONS_DIALOG);
  const query = useDialogQuery(NOTIFICATIONS_DIALOG);
  const navigate = useNavigate();
  const Popover = useLazyComponent(loadPopover, open && uid !== undefined, close);
  const openPanel = () => void navigate(`?${query}`, { preventScrollReset: true });
  const preload = () => preloadCode(loadPopover);
  if (Popover && uid !== undefined) {
    return (
      <Popover
        key={uid}
        uid={uid}
        open={open}
        onOpenChange={(isOpen) => (isOpen ? openPanel() : close())}
        trigger={<BellButton count={count} />}
      />
    );
  }
  return (
    <BellButton
      count={count}
      aria-expanded={open}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={open ? close : openPanel}
    />
  );
}

/** The bell, and a live region that announces new notifications to screen readers. */
export function NotificationBell() {
  const count = useUnreadNotifications((state) => state.count);
  return (
    <>
      <BellAndList count={count} />
      <span className="srOnly" aria-live="polite">
        {count > 0 && `Notificações, ${unreadText(count)}`}
      </span>
    </>
  );
}
