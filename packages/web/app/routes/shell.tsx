import { Outlet } from 'react-router';
import { AddService } from '../features/catalog/index.ts';
import { useRememberPlace } from '../features/identity/index.ts';
import { NoticeBell, NoticesKeeper } from '../features/notifications/index.ts';
import { ErrorPage, Shell } from '../features/shell/index.ts';
import { NewPost } from '../features/social/index.ts';
import type { Route } from './+types/shell';

export default function ShellRoute() {
  useRememberPlace();
  return (
    <Shell actions={<NoticeBell />}>
      <Outlet />
      <AddService />
      <NewPost />
      <NoticesKeeper />
    </Shell>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Shell>
      <ErrorPage error={error} />
    </Shell>
  );
}
