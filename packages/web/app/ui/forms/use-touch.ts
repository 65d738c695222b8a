import { useSyncExternalStore } from 'react';

const TOUCH_QUERY = '(pointer: coarse)';

function subscribe(onChange: () => void) {
  const list = window.matchMedia(TOUCH_QUERY);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}

/** Whether the person points with a finger, so that nothing can be dropped and a camera is at hand. */
export function useTouch(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(TOUCH_QUERY).matches,
    () => false,
  );
}
