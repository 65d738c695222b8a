import { type MouseEvent, useEffect, useRef } from 'react';

/** Keys pressed within this time after the buttons appeared are ignored, in ms. */
const IGNORED_KEYS_MS = 700;

/**
 * Press handlers for buttons that appear without the person's doing. A call may arrive while the person types, so an
 * Enter or Space meant for a field must not answer it; nor may the second click of a double click.
 */
export function useDeliberatePress() {
  const shownAt = useRef(0);
  useEffect(() => {
    shownAt.current = performance.now();
  }, []);
  return (action: () => void) => (event: MouseEvent) => {
    const isByKey = event.detail === 0;
    const isAccidental = isByKey
      ? performance.now() - shownAt.current < IGNORED_KEYS_MS
      : event.detail > 1;
    if (!isAccidental) action();
  };
}
