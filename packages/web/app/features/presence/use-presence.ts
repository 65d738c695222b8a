import type { Presence } from '@guilda/contract/users';
import { useSyncExternalStore } from 'react';
import { presenceStore } from '../../lib/realtime/presence-store.ts';
import { useSession } from '../../lib/session/session.ts';

/** The own status follows the connection of this device; it is unknown before the first one. */
function ownStatus(uid: string): Presence | undefined {
  const connection = presenceStore.connection();
  if (connection !== 'online') return connection === 'offline' ? 'offline' : undefined;
  return presenceStore.statusOf(uid) === 'away' ? 'away' : 'online';
}

/**
 * A person's live presence. `initial` is what the API answered, until a realtime event replaces it.
 * Undefined where neither has said anything.
 */
export function usePresence<I extends Presence | undefined>(uid: string, initial: I): Presence | I {
  const own = useSession((state) => state.user?.uid === uid);
  return useSyncExternalStore(
    presenceStore.subscribe,
    () => (own ? ownStatus(uid) : presenceStore.statusOf(uid)) ?? initial,
    () => initial,
  );
}

/** Whether the signed-in person is there for others; undefined until this device is connected. */
export function useOwnPresence(uid: string | undefined): Presence | undefined {
  return useSyncExternalStore(
    presenceStore.subscribe,
    () => (uid === undefined ? undefined : ownStatus(uid)),
    () => undefined,
  );
}
