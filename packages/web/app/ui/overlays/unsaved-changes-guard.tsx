import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { type BlockerFunction, type Location, useBlocker, useNavigate } from 'react-router';
import { useSession } from '../../lib/session/session.ts';
import { addLeaveGuard } from './leave-guards.ts';

const UnsavedChangesDialog = lazy(() =>
  import('./unsaved-changes-dialog.tsx').then((module) => ({
    default: module.UnsavedChangesDialog,
  })),
);

interface UnsavedChangesGuardProps {
  /** Whether there are unsaved changes; without any, nothing is asked. */
  dirty: boolean;
  /** What is lost when the person leaves. */
  text: string;
  /** Whether the form is in a dialog that the query string opens, so that closing the dialog is leaving too. */
  isInUrlDialog?: boolean;
  /** Called when the person leaves without saving. */
  onLeave?: () => void;
}

/** Asks for confirmation before a page or dialog is left with unsaved changes. */
export function UnsavedChangesGuard(props: UnsavedChangesGuardProps) {
  const { dirty, text, isInUrlDialog = false, onLeave } = props;
  const navigate = useNavigate();
  const isLeaving = useRef(false);
  const blocks = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) =>
      dirty &&
      !isLeaving.current &&
      // Nothing is asked after the session has ended, because nothing can be saved any more.
      useSession.getState().user !== null &&
      (currentLocation.pathname !== nextLocation.pathname ||
        (isInUrlDialog && currentLocation.search !== nextLocation.search)),
    [dirty, isInUrlDialog],
  );
  const blocker = useBlocker(blocks);
  /** Where a navigation leads that an overlay above the page has blocked for this guard. */
  const [blockedLocation, setBlockedLocation] = useState<Location | null>(null);
  useEffect(() => addLeaveGuard({ blocks, ask: setBlockedLocation }), [blocks]);
  useEffect(() => {
    if (!dirty) return;
    const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', askBeforeUnload);
    return () => window.removeEventListener('beforeunload', askBeforeUnload);
  }, [dirty]);
  if (blocker.state !== 'blocked' && !blockedLocation) return null;
  const stay = () => {
    setBlockedLocation(null);
    blocker.reset?.();
  };
  const leave = () => {
    onLeave?.();
    if (!blockedLocation) return blocker.proceed?.();
    isLeaving.current = true;
    void navigate(blockedLocation, { state: blockedLocation.state });
  };
  return (
    <Suspense>
      <UnsavedChangesDialog text={text} onStay={stay} onLeave={leave} />
    </Suspense>
  );
}
