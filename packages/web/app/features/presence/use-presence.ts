import type { Presence } from '@guilda/contract/users';
import { useSyncExternalStore } from 'react';
import { presence } from '../../lib/realtime/presence-store.ts';

/** Whether a person is there, kept current; `initial` is what the API said, until the server tells more. */
export function usePresence(uid: string, initial: Presence): Presence {
  return useSyncExternalStore(
    presence.subscribe,
    () => presence.statusOf(uid) ?? initial,
    () => initial,
  );
}

function ownStatus(uid: string): Presence | undefined {
  if (presence.line() === 'connecting') return undefined;
  if (presence.line() === 'offline') return 'offline';
  return presence.statusOf(uid) === 'away' ? 'away' : 'online';
}

/** Whether the signed-in person is there for others; undefined until this device is connected. */
export function useOwnPresence(uid: string | undefined): Presence | undefined {
  return useSyncExternalStore(
    presence.subscribe,
    () => (uid === undefined ? undefined : ownStatus(uid)),
    () => undefined,
  );
}
