import type { Fanout, Note } from '../../ports/fanout.ts';
import type { Timers } from '../../ports/timers.ts';
import type { Entry, Roster } from './roster.ts';

const TOPIC = 'presence';
/** How often a node says who is on it. */
const BEAT_MS = 5_000;
/** A node that was not heard for so long is gone, and its people with it. */
const LOST_MS = 15_000;

export interface ExchangeDeps {
  readonly fanout: Fanout;
  readonly timers: Timers;
  readonly roster: Roster;
  /** How long the people of a node that ends count as there, in ms. */
  readonly offlineAfterMs: number;
  /** What is known of a person is another now. */
  changed(uid: string): void;
}

/** How nodes tell each other who is on them. */
export interface Exchange {
  /** Asks who is where and begins to say who is here. */
  start(): void;
  /** Tells of one of this node's people; null for one who is gone. */
  tell(uid: string, entry: Entry | null): void;
  /** Nodes that were heard lately, and this one. */
  nodes(): number;
  /** Says that this node ends. */
  stop(): void;
}

/** An entry as it goes between nodes. */
type Wire = {
  readonly uid: string;
  readonly status: Entry['status'];
  readonly rev: number;
  readonly open: readonly string[] | null;
  readonly apart: readonly string[];
};

/** What nodes tell: one person, everyone, everyone in short, a question, an end. */
type Told =
  | { readonly is: 'here'; readonly person: Wire }
  | { readonly is: 'gone'; readonly uid: string }
  | { readonly is: 'all'; readonly people: readonly Wire[] }
  | {
      readonly is: 'beat';
      readonly people: readonly (readonly [string, Entry['status'], number])[];
    }
  | { readonly is: 'hello' }
  | { readonly is: 'bye' };

const toWire = (uid: string, { status, rev, sight }: Entry): Wire => ({
  uid,
  status,
  rev,
  open: sight.open && [...sight.open],
  apart: [...sight.apart],
});

const fromWire = (node: string, { status, rev, open, apart }: Wire): Entry => ({
  node,
  status,
  rev,
  sight: { open: open && new Set(open), apart: new Set(apart) },
});

/** Keeps the roster's part of the other nodes as they tell it. */
function followOthers({ roster, changed }: ExchangeDeps) {
  const put = (uid: string, entry: Entry) => {
    roster.put(uid, entry);
    changed(uid);
  };
  const remove = (uid: string, node: string) => {
    roster.remove(uid, node);
    changed(uid);
  };
  const keepOnly = (node: string, known: ReadonlyMap<string, Entry>, uids: ReadonlySet<string>) => {
    for (const uid of known.keys()) if (!uids.has(uid)) remove(uid, node);
  };
  return {
    here: (node: string, person: Wire) => put(person.uid, fromWire(node, person)),
    gone: (node: string, uid: string) => remove(uid, node),
    all: (node: string, people: readonly Wire[]) => {
      keepOnly(node, roster.ofNode(node), new Set(people.map(({ uid }) => uid)));
      for (const person of people) put(person.uid, fromWire(node, person));
    },
    /** True when everything about everyone it names was known. */
    beat: (node: string, people: Extract<Told, { is: 'beat' }>['people']): boolean => {
      const known = roster.ofNode(node);
      keepOnly(node, known, new Set(people.map(([uid]) => uid)));
      let whole = true;
      for (const [uid, status, rev] of people) {
        const entry = known.get(uid);
        if (entry?.rev !== rev) whole = false;
        else if (entry.status !== status) put(uid, { ...entry, status });
      }
      return whole;
    },
    lost: (node: string) => keepOnly(node, roster.ofNode(node), new Set()),
  };
}

export function openExchange(deps: ExchangeDeps): Exchange {
  const { fanout, timers, roster, offlineAfterMs } = deps;
  const others = followOthers(deps);
  const heardAt = new Map<string, number>();
  let stopBeat: () => void = () => undefined;
  let stopped = false;

  const publish = (told: Told) => fanout.publish(TOPIC, told satisfies Note);
  const publishAll = () => {
    const mine = [...roster.ofNode(fanout.nodeId)];
    publish({ is: 'all', people: mine.map(([uid, entry]) => toWire(uid, entry)) });
  };
  const meet = () => {
    if (stopped) return;
    publish({ is: 'hello' });
    publishAll();
  };
  const lose = (node: string) => {
    heardAt.delete(node);
    others.lost(node);
  };
  const beat = () => {
    const mine = [...roster.ofNode(fanout.nodeId)];
    publish({ is: 'beat', people: mine.map(([uid, { status, rev }]) => [uid, status, rev]) });
    for (const [node, at] of heardAt) if (timers.now() - at > LOST_MS) lose(node);
    stopBeat = timers.after(BEAT_MS, beat);
  };
  const hear = (told: Told, node: string) => {
    heardAt.set(node, timers.now());
    if (told.is === 'here') others.here(node, told.person);
    else if (told.is === 'gone') others.gone(node, told.uid);
    else if (told.is === 'all') others.all(node, told.people);
    else if (told.is === 'beat' && !others.beat(node, told.people)) publish({ is: 'hello' });
    else if (told.is === 'hello' && !stopped) publishAll();
    // Its people are on their way to another node: they go as from any last socket.
    else if (told.is === 'bye') timers.after(offlineAfterMs, () => lose(node));
  };
  fanout.subscribe(TOPIC, (note, node) => hear(note as unknown as Told, node));
  fanout.onReturn(meet);

  return {
    nodes: () => heardAt.size + 1,
    start: () => {
      meet();
      stopBeat = timers.after(BEAT_MS, beat);
    },
    tell: (uid, entry) =>
      publish(entry ? { is: 'here', person: toWire(uid, entry) } : { is: 'gone', uid }),
    stop: () => {
      stopped = true;
      stopBeat();
      publish({ is: 'bye' });
    },
  };
}
