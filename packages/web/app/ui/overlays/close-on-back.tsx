import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import { asksBeforeLeaving } from './leave-guards.ts';

/** Type of the browser's `CloseWatcher`, which TypeScript's DOM types lack. */
interface WindowWithCloseWatcher extends Window {
  readonly CloseWatcher?: new () => { onclose: (() => void) | null; destroy(): void };
}

/**
 * Calls `closeDialog` when a phone's Back button is pressed, in browsers with CloseWatcher, which handles Back without
 * a history entry.
 */
function watchBackButton(closeDialog: () => void): (() => void) | undefined {
  // Touch devices only: with a keyboard the watcher would react to Escape, which an element in the dialog may need.
  const { CloseWatcher }: WindowWithCloseWatcher = window;
  if (!CloseWatcher || !window.matchMedia('(pointer: coarse)').matches) return;
  const watcher = new CloseWatcher();
  watcher.onclose = closeDialog;
  return () => watcher.destroy();
}

/**
 * While mounted, going back calls `close` instead of leaving the page. Do not use it in dialogs that the address opens,
 * which already close on Back, or in questions about leaving the page.
 */
export function CloseOnBack({ close }: { close: () => void }) {
  const isBack = useRef(false);
  const blocks = useCallback<BlockerFunction>((navigation) => {
    isBack.current = navigation.historyAction === 'POP';
    return isBack.current || asksBeforeLeaving(navigation);
  }, []);
  const blocker = useBlocker(blocks);
  const closeNow = useEffectEvent(close);
  useEffect(() => watchBackButton(() => closeNow()), []);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    if (isBack.current) closeNow();
  }, [blocker]);
  return null;
}
