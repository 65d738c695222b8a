import type { Presence } from '@guilda/contract/accounts/users';
import { useSyncExternalStore } from 'react';
import { presenceStore } from '../../lib/realtime/presence-store.ts';
import { useSession } from '../../lib/session/session.ts';

/**
 * Presence of the signed-in person: `offline` when this device cannot connect; once connected, `away` if the server
 * reported that, else `online`. Undefined while it is connecting.
 */
function ownStatus(uid: string): Presence | undefined {
  const connection = presenceStore.connection();
  if (connection !== 'online') return connection === 'offline' ? 'offline' : undefined;
  return presenceStore.statusOf(uid) === 'away' ? 'away' : 'online';
}

/**
 * A person's presence. `initial` is the API's answer, which realtime events replace. Undefined when both are missing.
 */
export function usePresence<I extends Presence | undefined>(uid: string, initial: I): Presence | I {
  const isOwn = useSession((state) => state.user?.uid === uid);
  return useSyncExternalStore(
    presenceStore.subscribe,
    () => (isOwn ? ownStatus(uid) : presenceStore.statusOf(uid)) ?? initial,
    () => initial,
  );
}

/** The signed-in person's presence as others see it; undefined while this device is connecting. */
export function useOwnPresence(uid: string | undefined): Presence | undefined {
  return useSyncExternalStore(
    presenceStore.subscribe,
    () => (uid === undefined ? undefined : ownStatus(uid)),
    () => undefined,
  );
}
