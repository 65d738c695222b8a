import type { Presence } from '@guilda/contract/users';
import { useSyncExternalStore } from 'react';
import { presence } from './model/presence-store.ts';

/** Whether a person is there, kept current; `initial` is what the API said, until the server tells more. */
export function usePresence(uid: string, initial: Presence): Presence {
  return useSyncExternalStore(
    presence.subscribe,
    () => presence.statusOf(uid) ?? initial,
    () => initial,
  );
}
