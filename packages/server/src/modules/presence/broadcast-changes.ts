import type { Presence as Status } from '@guilda/contract/users';
import type { Broadcast } from '../../platform/gateway/index.ts';
import type { Timers } from '../../ports/timers.ts';
import {
  combinedStatus,
  isVisibleTo,
  type PresenceEntries,
  type PresenceRegistry,
  visibleStatus,
} from './presence-registry.ts';

/** Time slice for broadcasting, in ms; afterwards it pauses for three times the used time. */
const BROADCAST_SLICE_MS = 10;
const BROADCAST_PAUSE_FACTOR = 3;

export interface BroadcastDeps {
  readonly registry: PresenceRegistry;
  readonly timers: Timers;
  readonly broadcast: Broadcast;
  /** The people with open devices on this node. */
  readers(): Iterable<string>;
}

type BroadcastAudience = NonNullable<Parameters<Broadcast>[2]>;

const noEntries: PresenceEntries = [];

/** Creates the function that emits the change of one person, from what readers know to the current state. */
function createStatusEmitter({ broadcast, readers }: BroadcastDeps) {
  const send = (userId: string, from: Status, to: Status, audience: BroadcastAudience) => {
    if (from === 'offline') broadcast('userConnected', { userId, status: to }, audience);
    if (to === 'offline') broadcast('userDisconnected', { userId, status: to }, audience);
    // Emitted in every case, so that clients may listen to this event alone.
    broadcast('statusUpdated', { userId, status: to }, audience);
  };
  /** Everybody who may see the person, encoded once. `own`: include the person's own devices. */
  const toAll = (uid: string, entries: PresenceEntries, own: boolean): BroadcastAudience => {
    const hidden = entries.some(({ visibility }) => visibility.allowed !== null);
    if (hidden) {
      const only = [...readers()].filter((reader) => isVisibleTo(uid, entries, reader));
      return { only: own ? only : only.filter((reader) => reader !== uid) };
    }
    const except = entries.flatMap(({ visibility }) => [...visibility.blocked]);
    return { except: own ? except : [...except, uid] };
  };
  /** Reader by reader, because the visibility rule has changed. */
  const toEach = (uid: string, before: PresenceEntries, after: PresenceEntries) => {
    const changes = new Map<string, { from: Status; to: Status; only: string[] }>();
    for (const reader of readers()) {
      const [from, to] = [visibleStatus(uid, before, reader), visibleStatus(uid, after, reader)];
      if (from === to) continue;
      const same = changes.get(`${from} ${to}`) ?? { from, to, only: [] };
      same.only.push(reader);
      changes.set(`${from} ${to}`, same);
    }
    for (const { from, to, only } of changes.values()) send(uid, from, to, { only });
  };
  return (uid: string, before: PresenceEntries, after: PresenceEntries) => {
    const [from, to] = [combinedStatus(before), combinedStatus(after)];
    const stayed = from !== 'offline' && to !== 'offline';
    if (stayed && !hasSameVisibility(before, after)) toEach(uid, before, after);
    else if (from !== to)
      send(uid, from, to, toAll(uid, stayed ? after : [...before, ...after], stayed));
  };
}

function hasSameVisibility(before: PresenceEntries, after: PresenceEntries): boolean {
  const names = (entries: PresenceEntries) =>
    entries
      .map(({ node, rev }) => `${node} ${rev}`)
      .sort()
      .join();
  return names(before) === names(after);
}

/** Broadcasts presence changes to this node's devices. */
export interface StatusBroadcaster {
  /** Marks a person as changed; the difference is broadcast soon, if there still is one then. */
  changed(uid: string): void;
  stop(): void;
}

/**
 * Uses at most a quarter of the process's time, however many people change at once. Several changes of a
 * person before their turn are broadcast once.
 */
export function openStatusBroadcaster(deps: BroadcastDeps): StatusBroadcaster {
  const { registry, timers } = deps;
  const announce = createStatusEmitter(deps);
  const announced = new Map<string, PresenceEntries>();
  const waiting = new Set<string>();
  let stopTurn: (() => void) | null = null;

  const broadcastChange = (uid: string) => {
    waiting.delete(uid);
    const before = announced.get(uid) ?? noEntries;
    const after = registry.of(uid);
    if (after.length > 0) announced.set(uid, after);
    else announced.delete(uid);
    announce(uid, before, after);
  };
  const turn = () => {
    stopTurn = null;
    const from = timers.now();
    for (const uid of waiting) {
      broadcastChange(uid);
      if (timers.now() - from >= BROADCAST_SLICE_MS) break;
    }
    if (waiting.size > 0) schedule((timers.now() - from) * BROADCAST_PAUSE_FACTOR);
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
