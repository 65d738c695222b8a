import type { Presence as Status } from '@guilda/contract/users';
import type { ConnectionLife, EventHandlers } from '../../platform/gateway/index.ts';
import { ok } from '../../platform/result.ts';

/** Who is there, over all devices and nodes (`product §6`). */
export interface Presence {
  statusOf(uid: string): Status;
  onlineUids(): readonly string[] | null;
}

export function openPresence(): Presence {
  return { statusOf: () => 'offline', onlineUids: () => null };
}

export function presenceEvents(): Pick<EventHandlers, 'userActivity'> {
  return { userActivity: async () => ok({}) };
}

export function presenceLife(): ConnectionLife {
  return {
    joined: async (connection) => connection.emit('usersOnline', []),
    left: () => undefined,
  };
}
