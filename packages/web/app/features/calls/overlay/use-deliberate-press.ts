import { type MouseEvent, useEffect, useRef } from 'react';

/** Keys pressed within this time after the buttons appeared are ignored, in ms. */
const IGNORED_KEYS_MS = 700;

/**
 * Press handlers for buttons that appear without the person's doing. A call may arrive while the person types, so an
 * Enter or Space meant for a field must not answer it; nor may the second click of a double click.
 */
export function useDeliberatePress() {
  const since = useRef(0);
  useEffect(() => {
    since.current = performance.now();
  }, []);
  return (action: () => void) => (event: MouseEvent) => {
    const byKey = event.detail === 0;
    const stray = byKey ? performance.now() - since.current < IGNORED_KEYS_MS : event.detail > 1;
    if (!stray) action();
  };
}
