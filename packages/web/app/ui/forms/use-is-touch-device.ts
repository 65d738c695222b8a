import { useSyncExternalStore } from 'react';

const TOUCH_QUERY = '(pointer: coarse)';

function subscribeToTouchQuery(onChange: () => void) {
  const mediaQuery = window.matchMedia(TOUCH_QUERY);
  mediaQuery.addEventListener('change', onChange);
  return () => mediaQuery.removeEventListener('change', onChange);
}

/** Whether the main pointer is a finger: dragging files is then impossible, and the device probably has a camera. */
export function useIsTouchDevice(): boolean {
  return useSyncExternalStore(
    subscribeToTouchQuery,
    () => window.matchMedia(TOUCH_QUERY).matches,
    () => false,
  );
}
