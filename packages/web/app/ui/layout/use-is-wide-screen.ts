import { useSyncExternalStore } from 'react';

const WIDE_SCREEN_QUERY = '(min-width: 64rem)';

function subscribeToWidth(onChange: () => void) {
  const mediaQuery = window.matchMedia(WIDE_SCREEN_QUERY);
  mediaQuery.addEventListener('change', onChange);
  return () => mediaQuery.removeEventListener('change', onChange);
}

/** Whether the screen is wide enough (`lg`) to show a list and what is chosen in it side by side. */
export function useIsWideScreen(): boolean {
  return useSyncExternalStore(
    subscribeToWidth,
    () => window.matchMedia(WIDE_SCREEN_QUERY).matches,
    () => true,
  );
}
