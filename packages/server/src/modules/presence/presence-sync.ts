import type { Fanout, FanoutMessage } from '../../ports/fanout.ts';
import type { Timers } from '../../ports/timers.ts';
import type { NodePresence, PresenceRegistry } from './presence-registry.ts';

const FANOUT_TOPIC = 'presence';
/** Interval of heartbeats, in ms. */
const HEARTBEAT_INTERVAL_MS = 5_000;
/** A node without a heartbeat for this long is dropped together with its people, in ms. */
const HEARTBEAT_TIMEOUT_MS = 15_000;

export interface PresenceSyncDeps {
  readonly fanout: Fanout;
  readonly timers: Timers;
  readonly registry: PresenceRegistry;
  /** How long the people of a node that shuts down stay online, in ms. */
  readonly offlineAfterMs: number;
  /** Called when the state of a person changed. */
  changed(uid: string): void;
}

/** Exchanges presence between nodes over the fan-out. */
export interface PresenceSync {
  /** Requests the state of other nodes and starts heartbeats. */
  start(): void;
  /** Publishes the state of one of this node's people; null when they left. */
  publish(uid: string, entry: NodePresence | null): void;
  /** Number of live nodes, this one included. */
  nodes(): number;
  /** Announces that this node shuts down. */
  stop(): void;
}

/** A report as sent between nodes. Nodes of two versions run side by side: only add fields. */
type WireEntry = {
  readonly uid: string;
  readonly status: NodePresence['status'];
  readonly rev: number;
  readonly open: readonly string[] | null;
  readonly apart: readonly string[];
};

/** Messages between nodes: one person, all people, a heartbeat digest, a request for all, a shutdown. */
type SyncMessage =
  | { readonly is: 'here'; readonly person: WireEntry }
  | { readonly is: 'gone'; readonly uid: string }
  | { readonly is: 'all'; readonly people: readonly WireEntry[] }
  | {
      readonly is: 'beat';
      readonly people: readonly (readonly [string, NodePresence['status'], number])[];
    }
  | { readonly is: 'hello' }
  | { readonly is: 'bye' };

const toWire = (uid: string, { status, rev, visibility }: NodePresence): WireEntry => ({
  uid,
  status,
  rev,
  open: visibility.allowed && [...visibility.allowed],
  apart: [...visibility.blocked],
});

const fromWire = (node: string, { status, rev, open, apart }: WireEntry): NodePresence => ({
  node,
  status,
  rev,
  visibility: { allowed: open && new Set(open), blocked: new Set(apart) },
});

/** Applies the messages of other nodes to the registry. */
function applyMessagesOfNodes({ registry, changed }: PresenceSyncDeps) {
  const put = (uid: string, entry: NodePresence) => {
    registry.put(uid, entry);
    changed(uid);
  };
  const remove = (uid: string, node: string) => {
    registry.remove(uid, node);
    changed(uid);
  };
  const keepOnly = (
    node: string,
    known: ReadonlyMap<string, NodePresence>,
    uids: ReadonlySet<string>,
  ) => {
    for (const uid of known.keys()) if (!uids.has(uid)) remove(uid, node);
  };
  return {
    here: (node: string, person: WireEntry) => put(person.uid, fromWire(node, person)),
    gone: (node: string, uid: string) => remove(uid, node),
    all: (node: string, people: readonly WireEntry[]) => {
      keepOnly(node, registry.ofNode(node), new Set(people.map(({ uid }) => uid)));
      for (const person of people) put(person.uid, fromWire(node, person));
    },
    /** True when the registry already had the current version of everybody in the digest. */
    beat: (node: string, people: Extract<SyncMessage, { is: 'beat' }>['people']): boolean => {
      const known = registry.ofNode(node);
      keepOnly(node, known, new Set(people.map(([uid]) => uid)));
      let upToDate = true;
      for (const [uid, status, rev] of people) {
        const entry = known.get(uid);
        if (entry?.rev !== rev) upToDate = false;
        else if (entry.status !== status) put(uid, { ...entry, status });
      }
      return upToDate;
    },
    lost: (node: string) => keepOnly(node, registry.ofNode(node), new Set()),
  };
}

export function openPresenceSync(deps: PresenceSyncDeps): PresenceSync {
  const { fanout, timers, registry, offlineAfterMs } = deps;
  const others = applyMessagesOfNodes(deps);
  const heardAt = new Map<string, number>();
  let stopBeat: () => void = () => undefined;
  let stopped = false;

  const send = (message: SyncMessage) =>
    fanout.publish(FANOUT_TOPIC, message satisfies FanoutMessage);
  const sendAll = () => {
    const mine = [...registry.ofNode(fanout.nodeId)];
    send({ is: 'all', people: mine.map(([uid, entry]) => toWire(uid, entry)) });
  };
  const introduce = () => {
    if (stopped) return;
    send({ is: 'hello' });
    sendAll();
  };
  const dropNode = (node: string) => {
    heardAt.delete(node);
    others.lost(node);
  };
  const beat = () => {
    const mine = [...registry.ofNode(fanout.nodeId)];
    send({ is: 'beat', people: mine.map(([uid, { status, rev }]) => [uid, status, rev]) });
    for (const [node, at] of heardAt) if (timers.now() - at > HEARTBEAT_TIMEOUT_MS) dropNode(node);
    stopBeat = timers.after(HEARTBEAT_INTERVAL_MS, beat);
  };
  const handle = (message: SyncMessage, node: string) => {
    heardAt.set(node, timers.now());
    if (message.is === 'here') others.here(node, message.person);
    else if (message.is === 'gone') others.gone(node, message.uid);
    else if (message.is === 'all') others.all(node, message.people);
    else if (message.is === 'beat' && !others.beat(node, message.people)) send({ is: 'hello' });
    else if (message.is === 'hello' && !stopped) sendAll();
    // Its people are reconnecting to another node: they get the same delay as after a last socket.
    else if (message.is === 'bye') timers.after(offlineAfterMs, () => dropNode(node));
  };
  // Only nodes of the installation publish on this topic, and only messages of this form.
  fanout.subscribe(FANOUT_TOPIC, (note, node) => handle(note as unknown as SyncMessage, node));
  fanout.onReconnect(introduce);

  return {
    nodes: () => heardAt.size + 1,
    start: () => {
      introduce();
      stopBeat = timers.after(HEARTBEAT_INTERVAL_MS, beat);
    },
    publish: (uid, entry) =>
      send(entry ? { is: 'here', person: toWire(uid, entry) } : { is: 'gone', uid }),
    stop: () => {
      stopped = true;
      stopBeat();
      send({ is: 'bye' });
    },
  };
}
