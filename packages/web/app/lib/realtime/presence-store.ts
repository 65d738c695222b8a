import { limits } from '@guilda/contract/limits';
import type { OnlineUser } from '@guilda/contract/socket';
import type { Presence } from '@guilda/contract/users';
import type { RealtimeState } from './realtime.ts';

/** Who is there, as the server tells this device live. */
export interface PresenceStore {
  /** What was told of a person; undefined where nothing is known, and the API's word stands. */
  statusOf(uid: string): Presence | undefined;
  /** Everybody known to be there, online before away; the same array as long as nothing changes. */
  everyone(): readonly OnlineUser[];
  subscribe(listener: () => void): () => void;
  /** `usersOnline`: everybody whom this person may see, up to the server's limit. */
  begin(people: readonly OnlineUser[]): void;
  /** `userConnected`, `userDisconnected` and `statusUpdated`. */
  put(person: OnlineUser): void;
  /** The line came or went: while it is gone, who was not told of may have come. */
  reach(line: RealtimeState): void;
  line(): RealtimeState;
  /** Another person looks from here on. */
  forget(): void;
}

const rank = (status: Presence) => (status === 'online' ? 0 : 1);

/** An empty store; the browser has one. */
export function createPresenceStore(): PresenceStore {
  let people = new Map<string, Presence>();
  // Whether who is not among them is known to be away from the table.
  let complete = false;
  let line: RealtimeState = 'connecting';
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
      .sort((a, b) => rank(a.status) - rank(b.status));
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
    begin: (told) => {
      people = new Map(told.map(({ userId, status }) => [userId, status]));
      complete = told.length < limits.usersOnline;
      changed();
    },
    put: ({ userId, status }) => {
      if (people.get(userId) === status) return;
      people.set(userId, status);
      changed();
    },
    reach: (state) => {
      if (state === line) return;
      line = state;
      if (state !== 'online') complete = false;
      changed();
    },
    line: () => line,
    forget: () => {
      people = new Map();
      complete = false;
      changed();
    },
  };
}

/** What the server tells this browser. */
export const presence = createPresenceStore();
