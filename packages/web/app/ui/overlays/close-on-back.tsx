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
 * While it stands, going back calls `close` and the page stays, as a phone's own sheets do. Not for
 * what an address opened, which goes with its address, nor for a question about leaving.
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
