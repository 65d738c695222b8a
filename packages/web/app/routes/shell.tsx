import { Outlet } from 'react-router';
import { ErrorPage, Shell } from '../features/shell/index.ts';
import type { Route } from './+types/shell';

const frame = {
  viewer: null,
  onLogout: () => undefined,
  onFeedback: () => Promise.resolve(),
};

export default function ShellRoute() {
  return (
    <Shell {...frame}>
      <Outlet />
    </Shell>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Shell {...frame}>
      <ErrorPage error={error} />
    </Shell>
  );
}
