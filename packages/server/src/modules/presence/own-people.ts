import type { Timers } from '../../ports/timers.ts';
import type { LookUp } from './look-up.ts';
import type { Entry, Sight } from './roster.ts';

export interface OwnPeopleDeps {
  readonly node: string;
  readonly timers: Timers;
  /** Who may see a person; undefined for an account that is closed or suspended. */
  readonly sightOf: LookUp<Sight>;
  /** How long without activity makes somebody away, in ms. */
  readonly awayAfterMs: number;
  /** How long after the last socket somebody is gone, in ms. */
  readonly offlineAfterMs: number;
  /** What this node says of a person is another now; null once it says nothing more. */
  changed(uid: string, entry: Entry | null): void;
}

/** The people who have sockets on this node, or had until a moment ago. */
export interface OwnPeople {
  /** A socket came. Resolves once it is known who may see the person; false for nobody. */
  came(uid: string, socket: string): Promise<boolean>;
  left(uid: string, socket: string): void;
  /** The person did something. */
  active(uid: string): void;
  /** The account may not be seen any more. */
  ended(uid: string): void;
  /** Asks again who may see them, of those who are here. */
  lookAgain(uids: Iterable<string>): Promise<void>;
  uids(): Iterable<string>;
  /** Forgets everyone without a word. */
  stop(): void;
}

interface Here {
  readonly sockets: Set<string>;
  activeAt: number;
  entry: Entry | null;
  stopAway: () => void;
  stopLeaving: () => void;
}

const nothing = () => undefined;

function sameSet(a: ReadonlySet<string> | null, b: ReadonlySet<string> | null): boolean {
  if (a === null || b === null) return a === b;
  return a.size === b.size && [...a].every((one) => b.has(one));
}

const sameSight = (a: Sight, b: Sight) => sameSet(a.open, b.open) && sameSet(a.apart, b.apart);

/** Keeps who is here with the time of their last activity, and says what becomes of them. */
export function openOwnPeople(deps: OwnPeopleDeps): OwnPeople {
  const { node, timers, awayAfterMs, offlineAfterMs, sightOf } = deps;
  const people = new Map<string, Here>();
  let revs = 0;

  const say = (uid: string, here: Here, entry: Entry) => {
    here.entry = entry;
    deps.changed(uid, entry);
  };
  const see = (uid: string, here: Here, sight: Sight) => {
    const { entry } = here;
    if (entry && sameSight(entry.sight, sight)) return;
    revs += 1;
    const idle = timers.now() - here.activeAt >= awayAfterMs;
    say(uid, here, { node, status: idle ? 'away' : 'online', rev: revs, sight });
  };
  const forget = (uid: string) => {
    const here = people.get(uid);
    if (!here) return;
    here.stopAway();
    here.stopLeaving();
    people.delete(uid);
    if (here.entry) deps.changed(uid, null);
  };
  const watch = (uid: string, here: Here) => {
    const left = here.activeAt + awayAfterMs - timers.now();
    if (left > 0) {
      here.stopAway = timers.after(left, () => watch(uid, here));
      return;
    }
    here.stopAway = nothing;
    if (here.entry) say(uid, here, { ...here.entry, status: 'away' });
  };
  const touch = (uid: string, here: Here) => {
    here.activeAt = timers.now();
    if (here.stopAway === nothing) watch(uid, here);
    if (here.entry?.status === 'away') say(uid, here, { ...here.entry, status: 'online' });
  };
  const enter = (uid: string): Here => {
    const fresh = { activeAt: 0, entry: null, stopAway: nothing, stopLeaving: nothing };
    const here = people.get(uid) ?? { ...fresh, sockets: new Set() };
    people.set(uid, here);
    return here;
  };
  /** Whether anybody may see them; an account that is over is forgotten. */
  const look = async (uid: string, here: Here): Promise<boolean> => {
    const sight = await sightOf(uid);
    if (people.get(uid) !== here) return false;
    if (sight) see(uid, here, sight);
    else forget(uid);
    return sight !== undefined;
  };

  return {
    came: async (uid, socket) => {
      const here = enter(uid);
      here.sockets.add(socket);
      here.stopLeaving();
      touch(uid, here);
      return here.entry !== null || look(uid, here);
    },
    left: (uid, socket) => {
      const here = people.get(uid);
      if (!here?.sockets.delete(socket) || here.sockets.size > 0) return;
      here.stopLeaving = timers.after(offlineAfterMs, () => forget(uid));
    },
    active: (uid) => {
      const here = people.get(uid);
      if (here) touch(uid, here);
    },
    ended: forget,
    lookAgain: async (uids) => {
      const here = [...uids].flatMap((uid) => {
        const found = people.get(uid);
        return found ? [look(uid, found)] : [];
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
