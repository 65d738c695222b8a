import type { Presence as Status } from '@guilda/contract/users';

/** Who may see the presence of a person. */
export interface VisibilityRule {
  /** Uids that may see a private profile; null for a public one. */
  readonly allowed: ReadonlySet<string> | null;
  /** Uids with a block between them and the person. */
  readonly blocked: ReadonlySet<string>;
}

/** What one node reports about a person with sockets there, or with sockets a moment ago. */
export interface NodePresence {
  readonly node: string;
  readonly status: Exclude<Status, 'offline'>;
  /** Changes together with `visibility`, so that nodes can compare versions instead of sets. */
  readonly rev: number;
  readonly visibility: VisibilityRule;
}

/** The reports of all nodes about a person; empty when offline. Immutable: replaced, never changed. */
export type PresenceEntries = readonly NodePresence[];

const noEntries: PresenceEntries = [];

/** The status over all devices and nodes (docs/product/chat.md). */
export function combinedStatus(entries: PresenceEntries): Status {
  if (entries.length === 0) return 'offline';
  return entries.some(({ status }) => status === 'online') ? 'online' : 'away';
}

/** Whether a reader (null: a visitor) may see the presence of a person. */
export function isVisibleTo(uid: string, entries: PresenceEntries, reader: string | null): boolean {
  if (reader === uid) return true;
  return entries.every(
    ({ visibility: { allowed, blocked } }) =>
      (allowed === null || (reader !== null && allowed.has(reader))) &&
      (reader === null || !blocked.has(reader)),
  );
}

/** A person's status as a reader may see it. */
export const visibleStatus = (
  uid: string,
  entries: PresenceEntries,
  reader: string | null,
): Status => (isVisibleTo(uid, entries, reader) ? combinedStatus(entries) : 'offline');

/** Everybody who is online or away, over all nodes, as known by this node. */
export interface PresenceRegistry {
  of(uid: string): PresenceEntries;
  all(): Iterable<readonly [uid: string, entries: PresenceEntries]>;
  /** Replaces the report of a node about a person. */
  put(uid: string, entry: NodePresence): void;
  remove(uid: string, node: string): void;
  /** The reports of one node, by uid. */
  ofNode(node: string): ReadonlyMap<string, NodePresence>;
}

export function createPresenceRegistry(): PresenceRegistry {
  const people = new Map<string, PresenceEntries>();
  const of = (uid: string) => people.get(uid) ?? noEntries;
  const others = (uid: string, node: string) => of(uid).filter((entry) => entry.node !== node);
  return {
    of,
    all: () => people,
    put: (uid, entry) => void people.set(uid, [...others(uid, entry.node), entry]),
    remove: (uid, node) => {
      const left = others(uid, node);
      if (left.length > 0) people.set(uid, left);
      else people.delete(uid);
    },
    ofNode: (node) => {
      const found = new Map<string, NodePresence>();
      for (const [uid, entries] of people) {
        const entry = entries.find((one) => one.node === node);
        if (entry) found.set(uid, entry);
      }
      return found;
    },
  };
}
