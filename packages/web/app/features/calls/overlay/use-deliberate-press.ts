import { type MouseEvent, useEffect, useRef } from 'react';

/** Keys pressed sooner than this after the buttons appeared are ignored, in ms. */
const IGNORED_KEYS_MS = 700;

/**
 * Handlers of buttons that appear by themselves. A call may arrive while a person types, so Enter or space
 * pressed at that moment must not answer it; nor must the second click of a double click.
 */
export function useDeliberatePress() {
  const since = useRef(0);
  useEffect(() => {
    since.current = performance.now();
  }, []);
  return (act: () => void) => (event: MouseEvent) => {
    const byKey = event.detail === 0;
    const stray = byKey ? performance.now() - since.current < IGNORED_KEYS_MS : event.detail > 1;
    if (!stray) act();
  };
}
