import { useSyncExternalStore } from 'react';

const query = '(min-width: 64rem)';

function subscribe(onChange: () => void) {
  const list = window.matchMedia(query);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}

/** Whether list and conversation stand side by side: from `lg` on. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => true,
  );
}

/** Whether what types here is an on-screen keyboard. */
export const hasTouchKeyboard = () => window.matchMedia('(pointer: coarse)').matches;
