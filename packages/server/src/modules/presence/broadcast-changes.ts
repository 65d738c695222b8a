import type { Presence as PresenceStatus } from '@guilda/contract/accounts/users';
import type { OnlineUser } from '@guilda/contract/socket';
import type { Broadcast } from '../../platform/gateway/index.ts';
import type { Timers } from '../../ports/timers.ts';
import {
  combinedStatus,
  isVisibleTo,
  type PresenceEntries,
  type PresenceRegistry,
  visibleStatus,
} from './presence-registry.ts';

/** Ms for which changes are broadcast without a pause. */
const BROADCAST_SLICE_MS = 10;
/** The pause after broadcasting is this many times as long as the broadcasting took. */
const BROADCAST_PAUSE_FACTOR = 3;

export interface StatusBroadcastDeps {
  readonly registry: PresenceRegistry;
  readonly timers: Timers;
  readonly broadcast: Broadcast;
  /** Uids of the people who have a device connected to this node. */
  readers(): Iterable<string>;
}

type BroadcastAudience = NonNullable<Parameters<Broadcast>[2]>;

const noEntries: PresenceEntries = [];

/**
 * Creates the function that emits the change of one person's status, from the state that was last emitted to the
 * current one.
 */
function createStatusEmitter({ broadcast, readers }: StatusBroadcastDeps) {
  const emitChange = (
    userId: string,
    from: PresenceStatus,
    to: PresenceStatus,
    audience: BroadcastAudience,
  ) => {
    if (from === 'offline') broadcast('userConnected', { userId, status: to }, audience);
    if (to === 'offline') broadcast('userDisconnected', { userId, status: to }, audience);
    // Emitted for every change, so that a client may listen to this event only.
    broadcast('statusUpdated', { userId, status: to }, audience);
  };
  /**
   * The audience of an event that is the same for all readers: everybody who may see the person. `includeOwnDevices`
   * adds the person's own devices.
   */
  const commonAudienceOf = (
    uid: string,
    entries: PresenceEntries,
    includeOwnDevices: boolean,
  ): BroadcastAudience => {
    const isRestricted = entries.some(({ visibility }) => visibility.allowed !== null);
    if (isRestricted) {
      const readersWhoSee = [...readers()].filter((reader) => isVisibleTo(uid, entries, reader));
      return {
        only: includeOwnDevices ? readersWhoSee : readersWhoSee.filter((reader) => reader !== uid),
      };
    }
    const blockedUids = entries.flatMap(({ visibility }) => [...visibility.blocked]);
    return { except: includeOwnDevices ? blockedUids : [...blockedUids, uid] };
  };
  /**
   * Emits a separate event to each reader, because a changed visibility rule changes the status differently for each.
   */
  const emitToEachReader = (uid: string, before: PresenceEntries, after: PresenceEntries) => {
    const changes = new Map<string, { from: PresenceStatus; to: PresenceStatus; only: string[] }>();
    for (const reader of readers()) {
      const [from, to] = [visibleStatus(uid, before, reader), visibleStatus(uid, after, reader)];
      if (from === to) continue;
      const change = changes.get(`${from} ${to}`) ?? { from, to, only: [] };
      change.only.push(reader);
      changes.set(`${from} ${to}`, change);
    }
    for (const { from, to, only } of changes.values()) emitChange(uid, from, to, { only });
  };
  return (uid: string, before: PresenceEntries, after: PresenceEntries) => {
    const [from, to] = [combinedStatus(before), combinedStatus(after)];
    const isStillVisible = from !== 'offline' && to !== 'offline';
    if (isStillVisible && !hasSameVisibility(before, after)) emitToEachReader(uid, before, after);
    else if (from !== to)
      emitChange(
        uid,
        from,
        to,
        commonAudienceOf(uid, isStillVisible ? after : [...before, ...after], isStillVisible),
      );
  };
}

function hasSameVisibility(before: PresenceEntries, after: PresenceEntries): boolean {
  const versionsOf = (entries: PresenceEntries) =>
    entries
      .map(({ node, rev }) => `${node} ${rev}`)
      .sort()
      .join();
  return versionsOf(before) === versionsOf(after);
}

/** Broadcasts changed statuses to the devices of this node. */
export interface StatusBroadcaster {
  /** Marks a person as changed. The change is broadcast soon, unless the status has changed back by then. */
  markChanged(uid: string): void;
  /**
   * Lists the statuses that were last emitted to the connected devices, for a reader who connects now; the events that
   * follow are changes of these statuses. A pending change that hides a person from the reader is broadcast first.
   */
  statusesFor(reader: string): OnlineUser[];
  stop(): void;
}

/** For each person, the state that was last emitted to the connected devices. */
type EmittedStates = ReadonlyMap<string, PresenceEntries>;

/**
 * Lists the statuses that are sent to a reader who connects now. `broadcastNow` broadcasts the pending change of a
 * person, if there is one.
 */
function listStatuses(
  { registry }: StatusBroadcastDeps,
  {
    emittedStates,
    broadcastNow,
  }: { emittedStates: EmittedStates; broadcastNow: (uid: string) => void },
  reader: string,
): OnlineUser[] {
  const onlineUsers: OnlineUser[] = [];
  const addIfOnline = (userId: string, status: PresenceStatus) => {
    if (status !== 'offline') onlineUsers.push({ userId, status });
  };
  for (const uid of emittedStates.keys()) {
    const entries = registry.entriesOf(uid);
    // A person whose change to hidden is still pending must not appear in the list, not even for a moment.
    if (entries.length > 0 && !isVisibleTo(uid, entries, reader)) broadcastNow(uid);
    addIfOnline(uid, visibleStatus(uid, emittedStates.get(uid) ?? noEntries, reader));
  }
  // Devices get no event when their own person connects, so the list must contain the reader's current status.
  if (!emittedStates.has(reader)) addIfOnline(reader, combinedStatus(registry.entriesOf(reader)));
  return onlineUsers;
}

/**
 * Starts broadcasting. It uses at most a quarter of the process's time, also when many people change at once. Several
 * changes of one person are combined into one broadcast.
 */
export function openStatusBroadcaster(deps: StatusBroadcastDeps): StatusBroadcaster {
  const { registry, timers } = deps;
  const emitStatus = createStatusEmitter(deps);
  const emittedStates = new Map<string, PresenceEntries>();
  const changedUids = new Set<string>();
  let stopTurn: (() => void) | null = null;

  const broadcastNow = (uid: string) => {
    if (!changedUids.delete(uid)) return;
    const before = emittedStates.get(uid) ?? noEntries;
    const after = registry.entriesOf(uid);
    if (after.length > 0) emittedStates.set(uid, after);
    else emittedStates.delete(uid);
    emitStatus(uid, before, after);
  };
  const sendBatch = () => {
    stopTurn = null;
    const startedAt = timers.now();
    for (const uid of changedUids) {
      broadcastNow(uid);
      if (timers.now() - startedAt >= BROADCAST_SLICE_MS) break;
    }
    if (changedUids.size > 0) schedule((timers.now() - startedAt) * BROADCAST_PAUSE_FACTOR);
  };
  const schedule = (ms: number) => {
    stopTurn ??= timers.after(ms, sendBatch);
  };
  return {
    markChanged: (uid) => {
      changedUids.add(uid);
      schedule(0);
    },
    statusesFor: (reader) => listStatuses(deps, { emittedStates, broadcastNow }, reader),
    stop: () => {
      stopTurn?.();
      changedUids.clear();
    },
  };
}
