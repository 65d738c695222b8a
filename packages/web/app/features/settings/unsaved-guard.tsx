import { lazy, Suspense, useCallback, useEffect } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import { useSession } from '../../lib/session.ts';

const LeaveDialog = lazy(() =>
  import('./leave-dialog.tsx').then((module) => ({ default: module.LeaveDialog })),
);

/** Asks before the page is left with changes that were not saved. */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const blocks = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) =>
      dirty &&
      // Whoever signed out or was signed out has nothing left to save.
      useSession.getState().user !== null &&
      currentLocation.pathname !== nextLocation.pathname,
    [dirty],
  );
  const blocker = useBlocker(blocks);
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);
  if (blocker.state !== 'blocked') return null;
  return (
    <Suspense>
      <LeaveDialog onStay={blocker.reset} onLeave={blocker.proceed} />
    </Suspense>
  );
}
