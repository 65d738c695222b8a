import type { Presence as Status } from '@guilda/contract/users';
import type { Broadcast } from '../../platform/gateway/index.ts';
import type { Timers } from '../../ports/timers.ts';
import { type Entries, mayBeSeen, type Roster, statusOver, statusSeen } from './roster.ts';

/** How long telling may take at a stretch, in ms; then it rests for three times as long. */
const STRETCH_MS = 10;
const REST = 3;

export interface TellDeps {
  readonly roster: Roster;
  readonly timers: Timers;
  readonly broadcast: Broadcast;
  /** The people with open devices on this node. */
  readers(): Iterable<string>;
}

type Audience = NonNullable<Parameters<Broadcast>[2]>;

const nobody: Entries = [];

/** What has to be told of one person: from what every reader knows to what is. */
function announcer({ broadcast, readers }: TellDeps) {
  const send = (userId: string, from: Status, to: Status, audience: Audience) => {
    if (from === 'offline') broadcast('userConnected', { userId, status: to }, audience);
    if (to === 'offline') broadcast('userDisconnected', { userId, status: to }, audience);
    // Also with the two, so that whoever follows only this one is right.
    broadcast('statusUpdated', { userId, status: to }, audience);
  };
  /** Everyone who may see them, encoded once; their own devices know by themselves that they come. */
  const toAll = (uid: string, entries: Entries, own: boolean): Audience => {
    const hidden = entries.some(({ sight }) => sight.open !== null);
    if (hidden) {
      const only = [...readers()].filter((reader) => mayBeSeen(uid, entries, reader));
      return { only: own ? only : only.filter((reader) => reader !== uid) };
    }
    const except = entries.flatMap(({ sight }) => [...sight.apart]);
    return { except: own ? except : [...except, uid] };
  };
  /** Reader by reader, as who may see them is not the same as before. */
  const toEach = (uid: string, before: Entries, after: Entries) => {
    const told = new Map<string, { from: Status; to: Status; only: string[] }>();
    for (const reader of readers()) {
      const [from, to] = [statusSeen(uid, before, reader), statusSeen(uid, after, reader)];
      if (from === to) continue;
      const same = told.get(`${from} ${to}`) ?? { from, to, only: [] };
      same.only.push(reader);
      told.set(`${from} ${to}`, same);
    }
    for (const { from, to, only } of told.values()) send(uid, from, to, { only });
  };
  return (uid: string, before: Entries, after: Entries) => {
    const [from, to] = [statusOver(before), statusOver(after)];
    const stayed = from !== 'offline' && to !== 'offline';
    if (stayed && !sameSights(before, after)) toEach(uid, before, after);
    else if (from !== to)
      send(uid, from, to, toAll(uid, stayed ? after : [...before, ...after], stayed));
  };
}

function sameSights(before: Entries, after: Entries): boolean {
  const names = (entries: Entries) =>
    entries
      .map(({ node, rev }) => `${node} ${rev}`)
      .sort()
      .join();
  return names(before) === names(after);
}

/** Tells this node's devices what becomes of people. */
export interface Teller {
  /** Something about a person is another: it is told soon, if it still is then. */
  changed(uid: string): void;
  stop(): void;
}

/**
 * However many come and go at once, telling takes at most a quarter of the process's time; who changes
 * again before they are told of is told of once.
 */
export function openTeller(deps: TellDeps): Teller {
  const { roster, timers } = deps;
  const announce = announcer(deps);
  const told = new Map<string, Entries>();
  const waiting = new Set<string>();
  let stopTurn: (() => void) | null = null;

  const tell = (uid: string) => {
    waiting.delete(uid);
    const before = told.get(uid) ?? nobody;
    const after = roster.of(uid);
    if (after.length > 0) told.set(uid, after);
    else told.delete(uid);
    announce(uid, before, after);
  };
  const turn = () => {
    stopTurn = null;
    const from = timers.now();
    for (const uid of waiting) {
      tell(uid);
      if (timers.now() - from >= STRETCH_MS) break;
    }
    if (waiting.size > 0) schedule((timers.now() - from) * REST);
  };
  const schedule = (ms: number) => {
    stopTurn ??= timers.after(ms, turn);
  };
  return {
    changed: (uid) => {
      waiting.add(uid);
      schedule(0);
    },
    stop: () => {
      stopTurn?.();
      waiting.clear();
    },
  };
}
