import type { Timers } from '../../ports/timers.ts';
import type { LookUpByUid } from './batch-lookup.ts';
import type { NodePresence, VisibilityRule } from './presence-registry.ts';

export interface LocalPresenceDeps {
  /** Id of this node. */
  readonly node: string;
  readonly timers: Timers;
  /** Reads who may see a person; undefined for a closed or suspended account. */
  readonly lookUpVisibility: LookUpByUid<VisibilityRule>;
  /** Ms without activity after which a person is away. */
  readonly awayAfterMs: number;
  /** Ms after the last socket has closed until the person is offline. */
  readonly offlineAfterMs: number;
  /**
   * Called when this node's report about a person has changed; `entry` is null when the person is offline on this node.
   */
  onChanged(uid: string, entry: NodePresence | null): void;
}

/** The people who have a socket on this node, or had one less than `offlineAfterMs` ago. */
export interface LocalPresence {
  /**
   * Adds a socket of a person. Resolves once the person's visibility rule is known: to true, or to false for a closed
   * or suspended account.
   */
  connected(uid: string, socket: string): Promise<boolean>;
  disconnected(uid: string, socket: string): void;
  /** Records that a person was active now. */
  recordActivity(uid: string): void;
  /** Removes a person after the account was closed or suspended. */
  remove(uid: string): void;
  /** Reads again the visibility rules of those of the given people who are on this node. */
  recheckVisibility(uids: Iterable<string>): Promise<void>;
  uids(): Iterable<string>;
  /** Clears all state and timers without calling `onChanged`. */
  stop(): void;
}

interface LocalUser {
  readonly sockets: Set<string>;
  activeAt: number;
  entry: NodePresence | null;
  stopAway: () => void;
  stopLeaving: () => void;
}

const doNothing = () => undefined;

function areSetsEqual(
  firstSet: ReadonlySet<string> | null,
  secondSet: ReadonlySet<string> | null,
): boolean {
  if (firstSet === null || secondSet === null) return firstSet === secondSet;
  return (
    firstSet.size === secondSet.size && [...firstSet].every((element) => secondSet.has(element))
  );
}

const areRulesEqual = (a: VisibilityRule, b: VisibilityRule) =>
  areSetsEqual(a.allowed, b.allowed) && areSetsEqual(a.blocked, b.blocked);

/** Starts tracking the people on this node and their last activity; calls `onChanged` on each change. */
export function openLocalPresence(deps: LocalPresenceDeps): LocalPresence {
  const { node, timers, awayAfterMs, offlineAfterMs, lookUpVisibility } = deps;
  const usersByUid = new Map<string, LocalUser>();
  let lastRev = 0;

  const reportEntry = (uid: string, localUser: LocalUser, entry: NodePresence) => {
    localUser.entry = entry;
    deps.onChanged(uid, entry);
  };
  const applyVisibility = (uid: string, localUser: LocalUser, visibility: VisibilityRule) => {
    const { entry } = localUser;
    if (entry && areRulesEqual(entry.visibility, visibility)) return;
    lastRev += 1;
    const isIdle = timers.now() - localUser.activeAt >= awayAfterMs;
    reportEntry(uid, localUser, {
      node,
      status: isIdle ? 'away' : 'online',
      rev: lastRev,
      visibility,
    });
  };
  const forgetPerson = (uid: string) => {
    const localUser = usersByUid.get(uid);
    if (!localUser) return;
    localUser.stopAway();
    localUser.stopLeaving();
    usersByUid.delete(uid);
    if (localUser.entry) deps.onChanged(uid, null);
  };
  const scheduleAway = (uid: string, localUser: LocalUser) => {
    const msUntilAway = localUser.activeAt + awayAfterMs - timers.now();
    if (msUntilAway > 0) {
      localUser.stopAway = timers.after(msUntilAway, () => scheduleAway(uid, localUser));
      return;
    }
    localUser.stopAway = doNothing;
    if (localUser.entry) reportEntry(uid, localUser, { ...localUser.entry, status: 'away' });
  };
  const recordActivity = (uid: string, localUser: LocalUser) => {
    localUser.activeAt = timers.now();
    if (localUser.stopAway === doNothing) scheduleAway(uid, localUser);
    if (localUser.entry?.status === 'away')
      reportEntry(uid, localUser, { ...localUser.entry, status: 'online' });
  };
  const findOrAddUser = (uid: string): LocalUser => {
    const newUser = { activeAt: 0, entry: null, stopAway: doNothing, stopLeaving: doNothing };
    const localUser = usersByUid.get(uid) ?? { ...newUser, sockets: new Set() };
    usersByUid.set(uid, localUser);
    return localUser;
  };
  /**
   * Reads the visibility rule of a person. For a closed or suspended account the person is removed and the result is
   * false.
   */
  const refreshVisibility = async (uid: string, localUser: LocalUser): Promise<boolean> => {
    const visibility = await lookUpVisibility(uid);
    if (usersByUid.get(uid) !== localUser) return false;
    if (visibility) applyVisibility(uid, localUser, visibility);
    else forgetPerson(uid);
    return visibility !== undefined;
  };

  return {
    connected: async (uid, socket) => {
      const localUser = findOrAddUser(uid);
      localUser.sockets.add(socket);
      localUser.stopLeaving();
      recordActivity(uid, localUser);
      return localUser.entry !== null || refreshVisibility(uid, localUser);
    },
    disconnected: (uid, socket) => {
      const localUser = usersByUid.get(uid);
      if (!localUser?.sockets.delete(socket) || localUser.sockets.size > 0) return;
      localUser.stopLeaving = timers.after(offlineAfterMs, () => forgetPerson(uid));
    },
    recordActivity: (uid) => {
      const localUser = usersByUid.get(uid);
      if (localUser) recordActivity(uid, localUser);
    },
    remove: forgetPerson,
    recheckVisibility: async (uids) => {
      const localUsers = [...uids].flatMap((uid) => {
        const localUser = usersByUid.get(uid);
        return localUser ? [refreshVisibility(uid, localUser)] : [];
      });
      await Promise.all(localUsers);
    },
    uids: () => usersByUid.keys(),
    stop: () => {
      for (const localUser of usersByUid.values()) {
        localUser.stopAway();
        localUser.stopLeaving();
      }
      usersByUid.clear();
    },
  };
}
