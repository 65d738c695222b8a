import { lazy, Suspense, useCallback, useEffect } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import { useSession } from '../../../lib/session/session.ts';

const UnsavedChangesDialog = lazy(() =>
  import('./unsaved-changes-dialog.tsx').then((module) => ({
    default: module.UnsavedChangesDialog,
  })),
);

/** Asks for confirmation before the page is left with unsaved changes. */
export function UnsavedChangesGuard({ dirty }: { dirty: boolean }) {
  const blocks = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) =>
      dirty &&
      // Nothing is asked after the session has ended, because nothing can be saved any more.
      useSession.getState().user !== null &&
      currentLocation.pathname !== nextLocation.pathname,
    [dirty],
  );
  const blocker = useBlocker(blocks);
  useEffect(() => {
    if (!dirty) return;
    const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', askBeforeUnload);
    return () => window.removeEventListener('beforeunload', askBeforeUnload);
  }, [dirty]);
  if (blocker.state !== 'blocked') return null;
  return (
    <Suspense>
      <UnsavedChangesDialog onStay={blocker.reset} onLeave={blocker.proceed} />
    </Suspense>
  );
}
