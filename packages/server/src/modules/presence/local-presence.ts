import type { Timers } from '../../ports/timers.ts';
import type { LookUpByUid } from './batch-lookup.ts';
import type { NodePresence, VisibilityRule } from './presence-registry.ts';

export interface LocalPresenceDeps {
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
  changed(uid: string, entry: NodePresence | null): void;
}

/** The people who have a socket on this node, or had one less than `offlineAfterMs` ago. */
export interface LocalPresence {
  /**
   * Adds a socket of a person. Resolves once the visibility rule has been read; to false for a closed or suspended
   * account.
   */
  connected(uid: string, socket: string): Promise<boolean>;
  disconnected(uid: string, socket: string): void;
  /** Records that a person was active now. */
  recordActivity(uid: string): void;
  /** Removes a person after the account was closed or suspended. */
  remove(uid: string): void;
  /** Reads the visibility rules again of those given people who are on this node. */
  recheckVisibility(uids: Iterable<string>): Promise<void>;
  uids(): Iterable<string>;
  /** Clears all state and timers without calling `changed`. */
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

function areSetsEqual(a: ReadonlySet<string> | null, b: ReadonlySet<string> | null): boolean {
  if (a === null || b === null) return a === b;
  return a.size === b.size && [...a].every((one) => b.has(one));
}

const areRulesEqual = (a: VisibilityRule, b: VisibilityRule) =>
  areSetsEqual(a.allowed, b.allowed) && areSetsEqual(a.blocked, b.blocked);

/** Starts tracking the people on this node and their last activity; calls `changed` on each change. */
export function openLocalPresence(deps: LocalPresenceDeps): LocalPresence {
  const { node, timers, awayAfterMs, offlineAfterMs, lookUpVisibility } = deps;
  const people = new Map<string, LocalUser>();
  let revs = 0;

  const report = (uid: string, here: LocalUser, entry: NodePresence) => {
    here.entry = entry;
    deps.changed(uid, entry);
  };
  const applyVisibility = (uid: string, here: LocalUser, visibility: VisibilityRule) => {
    const { entry } = here;
    if (entry && areRulesEqual(entry.visibility, visibility)) return;
    revs += 1;
    const idle = timers.now() - here.activeAt >= awayAfterMs;
    report(uid, here, { node, status: idle ? 'away' : 'online', rev: revs, visibility });
  };
  const forget = (uid: string) => {
    const here = people.get(uid);
    if (!here) return;
    here.stopAway();
    here.stopLeaving();
    people.delete(uid);
    if (here.entry) deps.changed(uid, null);
  };
  const scheduleAway = (uid: string, here: LocalUser) => {
    const left = here.activeAt + awayAfterMs - timers.now();
    if (left > 0) {
      here.stopAway = timers.after(left, () => scheduleAway(uid, here));
      return;
    }
    here.stopAway = doNothing;
    if (here.entry) report(uid, here, { ...here.entry, status: 'away' });
  };
  const touch = (uid: string, here: LocalUser) => {
    here.activeAt = timers.now();
    if (here.stopAway === doNothing) scheduleAway(uid, here);
    if (here.entry?.status === 'away') report(uid, here, { ...here.entry, status: 'online' });
  };
  const enter = (uid: string): LocalUser => {
    const fresh = { activeAt: 0, entry: null, stopAway: doNothing, stopLeaving: doNothing };
    const here = people.get(uid) ?? { ...fresh, sockets: new Set() };
    people.set(uid, here);
    return here;
  };
  /**
   * Reads the visibility rule of a person. For a closed or suspended account the person is removed and the result is
   * false.
   */
  const refresh = async (uid: string, here: LocalUser): Promise<boolean> => {
    const visibility = await lookUpVisibility(uid);
    if (people.get(uid) !== here) return false;
    if (visibility) applyVisibility(uid, here, visibility);
    else forget(uid);
    return visibility !== undefined;
  };

  return {
    connected: async (uid, socket) => {
      const here = enter(uid);
      here.sockets.add(socket);
      here.stopLeaving();
      touch(uid, here);
      return here.entry !== null || refresh(uid, here);
    },
    disconnected: (uid, socket) => {
      const here = people.get(uid);
      if (!here?.sockets.delete(socket) || here.sockets.size > 0) return;
      here.stopLeaving = timers.after(offlineAfterMs, () => forget(uid));
    },
    recordActivity: (uid) => {
      const here = people.get(uid);
      if (here) touch(uid, here);
    },
    remove: forget,
    recheckVisibility: async (uids) => {
      const here = [...uids].flatMap((uid) => {
        const found = people.get(uid);
        return found ? [refresh(uid, found)] : [];
      });
      await Promise.all(here);
    },
    uids: () => people.keys(),
    stop: () => {
      for (const here of people.values()) {
        here.stopAway();
        here.stopLeaving();
      }
      people.clear();
    },
  };
}
