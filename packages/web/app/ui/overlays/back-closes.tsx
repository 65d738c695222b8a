import { useEffect, useEffectEvent } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';

const isBack: BlockerFunction = ({ historyAction }) => historyAction === 'POP';

/** Type of `CloseWatcher`, which TypeScript's DOM types lack. */
interface WatchingWindow extends Window {
  readonly CloseWatcher?: new () => { onclose: (() => void) | null; destroy(): void };
}

/** Handles a phone's Back button that leaves no trace in the history, where CloseWatcher exists. */
function watchBack(close: () => void): (() => void) | undefined {
  // With a keyboard the same watcher would react to Esc, which may be meant for something inside.
  const { CloseWatcher }: WatchingWindow = window;
  if (!CloseWatcher || !window.matchMedia('(pointer: coarse)').matches) return;
  const watcher = new CloseWatcher();
  watcher.onclose = close;
  return () => watcher.destroy();
}

/**
 * While it stands, going back calls `close` and the page stays, as a phone's own sheets do. Not for
 * what an address opened, which goes with its address, nor for a question about leaving.
 */
export function BackCloses({ close }: { close: () => void }) {
  const blocker = useBlocker(isBack);
  const closeNow = useEffectEvent(close);
  useEffect(() => watchBack(() => closeNow()), []);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    closeNow();
  }, [blocker]);
  return null;
}
