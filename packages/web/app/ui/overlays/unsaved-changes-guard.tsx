import { useCallback, useEffect, useRef, useState } from 'react';
import { type BlockerFunction, type Location, useBlocker, useNavigate } from 'react-router';
import { preloadCode } from '../../lib/loading/load-code.ts';
import { useSession } from '../../lib/session/session.ts';
import { addLeaveGuard } from './leave-guards.ts';
import { useLoadedComponent } from './use-lazy-component.ts';

const loadDialog = () =>
  import('./unsaved-changes-dialog.tsx').then((module) => module.UnsavedChangesDialog);

const QUESTION = 'Sair sem salvar?';

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

/** Makes the browser ask before the document is left. */
function useAskBeforeUnload(dirty: boolean) {
  useEffect(() => {
    if (!dirty) return;
    const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', askBeforeUnload);
    return () => window.removeEventListener('beforeunload', askBeforeUnload);
  }, [dirty]);
}

/** Blocks navigations that lose unsaved changes, and answers whether one waits for the person's decision. */
function useBlockedNavigation({ dirty, isInUrlDialog = false, onLeave }: UnsavedChangesGuardProps) {
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
  return { isBlocked: blocker.state === 'blocked' || blockedLocation !== null, stay, leave };
}

/**
 * Asks for confirmation before a page or dialog is left with unsaved changes. The code of the dialog is loaded with
 * the first change, because it may be out of reach later; when it is, the browser's own dialog asks.
 */
export function UnsavedChangesGuard(props: UnsavedChangesGuardProps) {
  const { dirty, text } = props;
  useAskBeforeUnload(dirty);
  const { isBlocked, stay, leave } = useBlockedNavigation(props);
  useEffect(() => {
    if (dirty) preloadCode(loadDialog);
  }, [dirty]);
  const Dialog = useLoadedComponent(loadDialog, isBlocked, () =>
    window.confirm(`${QUESTION} ${text}`) ? leave() : stay(),
  );
  if (!isBlocked || !Dialog) return null;
  return <Dialog title={QUESTION} text={text} onStay={stay} onLeave={leave} />;
}
