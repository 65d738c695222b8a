import type { Fanout, FanoutMessage } from '../../ports/fanout.ts';
import type { Timers } from '../../ports/timers.ts';
import type { NodePresence, PresenceRegistry } from './presence-registry.ts';

const FANOUT_TOPIC = 'presence';
/** Ms between two heartbeats of a node. */
const HEARTBEAT_INTERVAL_MS = 5_000;
/** Ms without a heartbeat after which a node and its people are removed. */
const HEARTBEAT_TIMEOUT_MS = 15_000;

export interface PresenceSyncDeps {
  readonly fanout: Fanout;
  readonly timers: Timers;
  readonly registry: PresenceRegistry;
  /** Ms for which the people of a node that shuts down stay online. */
  readonly offlineAfterMs: number;
  /** Called when the reports about a person have changed. */
  onChanged(uid: string): void;
}

/** Exchanges presence reports between nodes through the fan-out. */
export interface PresenceSync {
  /** Asks the other nodes for their reports and starts sending heartbeats. */
  start(): void;
  /** Publishes this node's report about a person; null when the person is offline on this node. */
  publish(uid: string, entry: NodePresence | null): void;
  /** Number of live nodes, including this one. */
  nodes(): number;
  /** Stops the heartbeats and announces to the other nodes that this node shuts down. */
  stop(): void;
}

/** A report as sent between nodes. Nodes of two versions run at the same time, so fields may only be added. */
type WireEntry = {
  readonly uid: string;
  readonly status: NodePresence['status'];
  readonly rev: number;
  /** Uids of the people who may see the status (`visibility.allowed`); null when everybody may. */
  readonly open: readonly string[] | null;
  /** Uids of the people with a block between them and the person (`visibility.blocked`). */
  readonly apart: readonly string[];
};

/**
 * Messages between nodes:
 * - `here`, `gone`: the report about one person, or that the person is offline on the sending node
 * - `all`: the reports about all people on the sending node
 * - `beat`: a heartbeat with uid, status and version (`rev`) of each person on the sending node
 * - `hello`: a request for `all`
 * - `bye`: the sending node shuts down
 */
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

const toWireEntry = (uid: string, { status, rev, visibility }: NodePresence): WireEntry => ({
  uid,
  status,
  rev,
  open: visibility.allowed && [...visibility.allowed],
  apart: [...visibility.blocked],
});

const fromWireEntry = (node: string, { status, rev, open, apart }: WireEntry): NodePresence => ({
  node,
  status,
  rev,
  visibility: { allowed: open && new Set(open), blocked: new Set(apart) },
});

/** Creates the functions that apply messages of other nodes to the registry. */
function applyMessagesOfNodes({ registry, onChanged }: PresenceSyncDeps) {
  const putEntry = (uid: string, entry: NodePresence) => {
    registry.put(uid, entry);
    onChanged(uid);
  };
  const removeEntry = (uid: string, node: string) => {
    registry.remove(uid, node);
    onChanged(uid);
  };
  const removeOthers = (
    node: string,
    knownPeople: ReadonlyMap<string, NodePresence>,
    uids: ReadonlySet<string>,
  ) => {
    for (const uid of knownPeople.keys()) if (!uids.has(uid)) removeEntry(uid, node);
  };
  return {
    here: (node: string, person: WireEntry) => putEntry(person.uid, fromWireEntry(node, person)),
    gone: (node: string, uid: string) => removeEntry(uid, node),
    all: (node: string, people: readonly WireEntry[]) => {
      removeOthers(node, registry.ofNode(node), new Set(people.map(({ uid }) => uid)));
      for (const person of people) putEntry(person.uid, fromWireEntry(node, person));
    },
    /** Applies a heartbeat. Returns false when the registry lacks the current version of a person in the heartbeat. */
    beat: (node: string, people: Extract<SyncMessage, { is: 'beat' }>['people']): boolean => {
      const knownPeople = registry.ofNode(node);
      removeOthers(node, knownPeople, new Set(people.map(([uid]) => uid)));
      let isUpToDate = true;
      for (const [uid, status, rev] of people) {
        const entry = knownPeople.get(uid);
        if (entry?.rev !== rev) isUpToDate = false;
        else if (entry.status !== status) putEntry(uid, { ...entry, status });
      }
      return isUpToDate;
    },
    nodeLost: (node: string) => removeOthers(node, registry.ofNode(node), new Set()),
  };
}

export function openPresenceSync(deps: PresenceSyncDeps): PresenceSync {
  const { fanout, timers, registry, offlineAfterMs } = deps;
  const messageHandlers = applyMessagesOfNodes(deps);
  const lastMessageAt = new Map<string, number>();
  let stopBeat: () => void = () => undefined;
  let hasStopped = false;

  const send = (message: SyncMessage) =>
    fanout.publish(FANOUT_TOPIC, message satisfies FanoutMessage);
  const sendOwnEntries = () => {
    const ownEntries = [...registry.ofNode(fanout.nodeId)];
    send({ is: 'all', people: ownEntries.map(([uid, entry]) => toWireEntry(uid, entry)) });
  };
  const sendHello = () => {
    if (hasStopped) return;
    send({ is: 'hello' });
    sendOwnEntries();
  };
  const dropNode = (node: string) => {
    lastMessageAt.delete(node);
    messageHandlers.nodeLost(node);
  };
  const sendHeartbeat = () => {
    const ownEntries = [...registry.ofNode(fanout.nodeId)];
    send({ is: 'beat', people: ownEntries.map(([uid, { status, rev }]) => [uid, status, rev]) });
    for (const [node, at] of lastMessageAt)
      if (timers.now() - at > HEARTBEAT_TIMEOUT_MS) dropNode(node);
    stopBeat = timers.after(HEARTBEAT_INTERVAL_MS, sendHeartbeat);
  };
  const handleMessage = (message: SyncMessage, node: string) => {
    lastMessageAt.set(node, timers.now());
    if (message.is === 'here') messageHandlers.here(node, message.person);
    else if (message.is === 'gone') messageHandlers.gone(node, message.uid);
    else if (message.is === 'all') messageHandlers.all(node, message.people);
    else if (message.is === 'beat' && !messageHandlers.beat(node, message.people))
      send({ is: 'hello' });
    else if (message.is === 'hello' && !hasStopped) sendOwnEntries();
    // The people of a node that shuts down reconnect to another node, so they stay online for `offlineAfterMs`.
    else if (message.is === 'bye') timers.after(offlineAfterMs, () => dropNode(node));
  };
  // Only nodes of the installation publish on this topic, and only messages of this form.
  fanout.subscribe(FANOUT_TOPIC, (message, node) =>
    handleMessage(message as unknown as SyncMessage, node),
  );
  fanout.onReconnect(sendHello);

  return {
    nodes: () => lastMessageAt.size + 1,
    start: () => {
      sendHello();
      stopBeat = timers.after(HEARTBEAT_INTERVAL_MS, sendHeartbeat);
    },
    publish: (uid, entry) =>
      send(entry ? { is: 'here', person: toWireEntry(uid, entry) } : { is: 'gone', uid }),
    stop: () => {
      hasStopped = true;
      stopBeat();
      send({ is: 'bye' });
    },
  };
}
