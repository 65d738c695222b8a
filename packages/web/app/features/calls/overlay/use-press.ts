import { type MouseEvent, useEffect, useRef } from 'react';

/** Keys pressed this soon were meant for what had the focus before, in ms. */
const STRAY_MS = 700;

/**
 * Handlers of what the focus goes to by itself: a call comes while somebody writes, and their Enter or
 * space is no answer. Presses by pointer always count.
 */
export function usePress() {
  const since = useRef(0);
  useEffect(() => {
    since.current = performance.now();
  }, []);
  return (act: () => void) => (event: MouseEvent) => {
    const byKey = event.detail === 0;
    if (byKey && performance.now() - since.current < STRAY_MS) return;
    act();
  };
}
