import { limits } from '@guilda/contract/limits';
import type { OnlineUser } from '@guilda/contract/socket';
import type { Presence } from '@guilda/contract/users';
import type { RealtimeState } from './realtime.ts';

/** Live presence of people, from the server's events. */
export interface PresenceStore {
  /** The last known presence of a person; undefined when unknown, so that the API's answer counts. */
  statusOf(uid: string): Presence | undefined;
  /** Everybody known to be there, online before away; the same array as long as nothing changes. */
  everyone(): readonly OnlineUser[];
  subscribe(listener: () => void): () => void;
  /** `usersOnline`: everybody whom this person may see, up to the server's limit. */
  begin(people: readonly OnlineUser[]): void;
  /** `userConnected`, `userDisconnected` and `statusUpdated`. */
  put(person: OnlineUser): void;
  /** Sets the connection state. While disconnected, absence from the store does not mean offline. */
  setConnection(connection: RealtimeState): void;
  connection(): RealtimeState;
  /** Clears the store for another session. */
  forget(): void;
}

const presenceRank = (status: Presence) => (status === 'online' ? 0 : 1);

/** An empty store; the browser has one. */
export function createPresenceStore(): PresenceStore {
  let people = new Map<string, Presence>();
  // Whether a person missing from the store is known to be offline.
  let complete = false;
  let connection: RealtimeState = 'connecting';
  let there: readonly OnlineUser[] | null = null;
  const listeners = new Set<() => void>();
  const changed = () => {
    there = null;
    for (const listener of listeners) listener();
  };
  const list = () =>
    [...people]
      .filter(([, status]) => status !== 'offline')
      .map(([userId, status]) => ({ userId, status }))
      .sort((a, b) => presenceRank(a.status) - presenceRank(b.status));
  return {
    statusOf: (uid) => people.get(uid) ?? (complete ? 'offline' : undefined),
    everyone: () => {
      there ??= list();
      return there;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin: (initial) => {
      people = new Map(initial.map(({ userId, status }) => [userId, status]));
      complete = initial.length < limits.usersOnline;
      changed();
    },
    put: ({ userId, status }) => {
      if (people.get(userId) === status) return;
      people.set(userId, status);
      changed();
    },
    setConnection: (state) => {
      if (state === connection) return;
      connection = state;
      if (state !== 'online') complete = false;
      changed();
    },
    connection: () => connection,
    forget: () => {
      people = new Map();
      complete = false;
      changed();
    },
  };
}

/** The store of this page. */
export const presenceStore = createPresenceStore();
