import { Outlet } from 'react-router';
import { ErrorPage, Shell } from '../features/shell/index.ts';
import type { Route } from './+types/shell';

export default function ShellRoute() {
  return (
    <Shell>
      <Outlet />
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
