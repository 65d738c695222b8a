import { useEffect, useEffectEvent } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';

const isBackNavigation: BlockerFunction = ({ historyAction }) => historyAction === 'POP';

/** Type of `CloseWatcher`, which TypeScript's DOM types lack. */
interface WindowWithCloseWatcher extends Window {
  readonly CloseWatcher?: new () => { onclose: (() => void) | null; destroy(): void };
}

/** Handles a phone's Back button that leaves no trace in the history, where CloseWatcher exists. */
function watchBackButton(close: () => void): (() => void) | undefined {
  // With a keyboard the same watcher would react to Esc, which may be meant for something inside.
  const { CloseWatcher }: WindowWithCloseWatcher = window;
  if (!CloseWatcher || !window.matchMedia('(pointer: coarse)').matches) return;
  const watcher = new CloseWatcher();
  watcher.onclose = close;
  return () => watcher.destroy();
}

/**
 * While this component is mounted, going back calls `close` instead of leaving the page. Not for dialogs that the
 * address opens, which close with a change of the address, nor for questions about leaving the page.
 */
export function CloseOnBack({ close }: { close: () => void }) {
  const blocker = useBlocker(isBackNavigation);
  const closeNow = useEffectEvent(close);
  useEffect(() => watchBackButton(() => closeNow()), []);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    closeNow();
  }, [blocker]);
  return null;
}
