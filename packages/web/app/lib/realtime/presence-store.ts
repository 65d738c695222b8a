import type { Presence } from '@guilda/contract/accounts/users';
import { limits } from '@guilda/contract/limits';
import type { OnlineUser } from '@guilda/contract/socket';
import type { RealtimeState } from './realtime.ts';

/** Presence of people as reported by realtime events. */
export interface PresenceStore {
  /** The last reported presence of a person; undefined when unknown, so that the API's answer applies. */
  statusOf(uid: string): Presence | undefined;
  /** All people known to be online or away, online ones first; returns the same array until a presence changes. */
  everyone(): readonly OnlineUser[];
  subscribe(listener: () => void): () => void;
  /** Applies `usersOnline`: the people whose presence this person may see, up to the server's limit. */
  begin(people: readonly OnlineUser[]): void;
  /** Applies `userConnected`, `userDisconnected` and `statusUpdated`. */
  put(person: OnlineUser): void;
  /**
   * Sets the connection state. People who are missing in the store can count as offline only while this page is
   * connected; otherwise their presence is unknown.
   */
  setConnection(connection: RealtimeState): void;
  connection(): RealtimeState;
  /** Empties the store when the session changes. */
  forget(): void;
}

/** Number of people who left that are remembered; those who left earlier count like people who were never seen. */
const MAX_DEPARTED_PEOPLE = limits.usersOnline;

/** Adds a person who left to `departedUids`, the latest last. */
function addDeparted(departedUids: Set<string>, uid: string): void {
  departedUids.delete(uid);
  departedUids.add(uid);
  const [earliestUid] = departedUids;
  if (departedUids.size > MAX_DEPARTED_PEOPLE && earliestUid !== undefined)
    departedUids.delete(earliestUid);
}

const presenceRank = (status: Presence) => (status === 'online' ? 0 : 1);

/** Creates an empty store; tests use their own, the browser uses `presenceStore`. */
export function createPresenceStore(): PresenceStore {
  /** People who are online or away. */
  let people = new Map<string, Presence>();
  /**
   * Uids of people who left. They stay offline when the list becomes incomplete, because the API's answer about them is
   * older.
   */
  const departedUids = new Set<string>();
  // Whether a person who is missing in the store is known to be offline.
  let isComplete = false;
  let connection: RealtimeState = 'connecting';
  let cachedPeople: readonly OnlineUser[] | null = null;
  const listeners = new Set<() => void>();
  const notifyListeners = () => {
    cachedPeople = null;
    for (const listener of listeners) listener();
  };
  const replacePeople = (onlinePeople: readonly OnlineUser[]) => {
    people = new Map(onlinePeople.map(({ userId, status }) => [userId, status]));
    departedUids.clear();
  };
  const statusOf = (uid: string) =>
    people.get(uid) ?? (isComplete || departedUids.has(uid) ? 'offline' : undefined);
  const list = () =>
    [...people]
      .map(([userId, status]) => ({ userId, status }))
      .sort((a, b) => presenceRank(a.status) - presenceRank(b.status));
  return {
    statusOf,
    everyone: () => {
      cachedPeople ??= list();
      return cachedPeople;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin: (onlinePeople) => {
      replacePeople(onlinePeople);
      isComplete = onlinePeople.length < limits.usersOnline;
      notifyListeners();
    },
    put: ({ userId, status }) => {
      const statusBefore = statusOf(userId);
      if (status === 'offline') {
        people.delete(userId);
        addDeparted(departedUids, userId);
      } else {
        people.set(userId, status);
        departedUids.delete(userId);
      }
      if (status !== statusBefore) notifyListeners();
    },
    setConnection: (state) => {
      if (state === connection) return;
      connection = state;
      if (state !== 'online') isComplete = false;
      notifyListeners();
    },
    connection: () => connection,
    forget: () => {
      replacePeople([]);
      isComplete = false;
      notifyListeners();
    },
  };
}

/** The presence store of this page. */
export const presenceStore = createPresenceStore();
