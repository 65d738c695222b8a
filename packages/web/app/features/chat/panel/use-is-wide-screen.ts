import { useSyncExternalStore } from 'react';

const WIDE_SCREEN_QUERY = '(min-width: 64rem)';

function subscribeToWidth(onChange: () => void) {
  const mediaQuery = window.matchMedia(WIDE_SCREEN_QUERY);
  mediaQuery.addEventListener('change', onChange);
  return () => mediaQuery.removeEventListener('change', onChange);
}

/** Whether the screen is wide enough (`lg`) to show the list and the conversation side by side. */
export function useIsWideScreen(): boolean {
  return useSyncExternalStore(
    subscribeToWidth,
    () => window.matchMedia(WIDE_SCREEN_QUERY).matches,
    () => true,
  );
}

/** Whether the device types with an on-screen keyboard. */
export const hasTouchKeyboard = () => window.matchMedia('(pointer: coarse)').matches;
