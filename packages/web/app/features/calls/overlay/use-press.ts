import { type MouseEvent, useEffect, useRef } from 'react';

/** Keys pressed this soon were meant for what had the focus before, in ms. */
const STRAY_MS = 700;

/**
 * Handlers of buttons that come up by themselves. A call comes while somebody writes, and their Enter or
 * space is no answer; the rest of a double click is meant for what stood there before.
 */
export function usePress() {
  const since = useRef(0);
  useEffect(() => {
    since.current = performance.now();
  }, []);
  return (act: () => void) => (event: MouseEvent) => {
    const byKey = event.detail === 0;
    const stray = byKey ? performance.now() - since.current < STRAY_MS : event.detail > 1;
    if (!stray) act();
  };
}
