import type { Presence } from '@guilda/contract/users';
import { useSyncExternalStore } from 'react';
import { presence } from '../../lib/realtime/presence-store.ts';
import { useSession } from '../../lib/session.ts';

/** One's own status is what this device's line makes it; nothing is known of it before. */
function ownStatus(uid: string): Presence | undefined {
  const line = presence.line();
  if (line !== 'online') return line === 'offline' ? 'offline' : undefined;
  return presence.statusOf(uid) === 'away' ? 'away' : 'online';
}

/**
 * Whether a person is there, kept current; `initial` is what the API said, until the server tells more.
 * Undefined where neither has said anything.
 */
export function usePresence<I extends Presence | undefined>(uid: string, initial: I): Presence | I {
  const own = useSession((state) => state.user?.uid === uid);
  return useSyncExternalStore(
    presence.subscribe,
    () => (own ? ownStatus(uid) : presence.statusOf(uid)) ?? initial,
    () => initial,
  );
}

/** Whether the signed-in person is there for others; undefined until this device is connected. */
export function useOwnPresence(uid: string | undefined): Presence | undefined {
  return useSyncExternalStore(
    presence.subscribe,
    () => (uid === undefined ? undefined : ownStatus(uid)),
    () => undefined,
  );
}
