import type { Presence as PresenceStatus } from '@guilda/contract/accounts/users';

/** Who may see whether a person is online. */
export interface VisibilityRule {
  /** Uids of the people who may see a private profile; null for a public profile. */
  readonly allowed: ReadonlySet<string> | null;
  /** Uids of the people who blocked the person or were blocked by the person. */
  readonly blocked: ReadonlySet<string>;
}

/** The report of one node about a person who has a socket there, or had one a moment ago. */
export interface NodePresence {
  /** Id of the node that reports. */
  readonly node: string;
  readonly status: Exclude<PresenceStatus, 'offline'>;
  /** Version of `visibility`, which increases on each change, so that nodes compare a number instead of sets. */
  readonly rev: number;
  readonly visibility: VisibilityRule;
}

/**
 * The reports of all nodes about one person; empty when the person is offline. The list is replaced on each change,
 * never modified.
 */
export type PresenceEntries = readonly NodePresence[];

const noEntries: PresenceEntries = [];

/** The status of a person over all devices and nodes (docs/product/chat.md). */
export function combinedStatus(entries: PresenceEntries): PresenceStatus {
  if (entries.length === 0) return 'offline';
  return entries.some(({ status }) => status === 'online') ? 'online' : 'away';
}

/** Whether a reader may see the presence of a person; `reader` is null for a visitor. */
export function isVisibleTo(uid: string, entries: PresenceEntries, reader: string | null): boolean {
  if (reader === uid) return true;
  return entries.every(
    ({ visibility: { allowed, blocked } }) =>
      (allowed === null || (reader !== null && allowed.has(reader))) &&
      (reader === null || !blocked.has(reader)),
  );
}

/**
 * The status of a person as the reader may see it: `offline` when the reader may not see the presence of the person.
 */
export const visibleStatus = (
  uid: string,
  entries: PresenceEntries,
  reader: string | null,
): PresenceStatus => (isVisibleTo(uid, entries, reader) ? combinedStatus(entries) : 'offline');

/** The people who are online or away on any node, as far as this node knows. */
export interface PresenceRegistry {
  entriesOf(uid: string): PresenceEntries;
  all(): Iterable<readonly [uid: string, entries: PresenceEntries]>;
  /** Replaces the report of one node about a person. */
  put(uid: string, entry: NodePresence): void;
  remove(uid: string, node: string): void;
  /** All reports of one node, by uid. */
  ofNode(node: string): ReadonlyMap<string, NodePresence>;
}

export function createPresenceRegistry(): PresenceRegistry {
  const entriesByUid = new Map<string, PresenceEntries>();
  const entriesOf = (uid: string) => entriesByUid.get(uid) ?? noEntries;
  const entriesOfOtherNodes = (uid: string, node: string) =>
    entriesOf(uid).filter((entry) => entry.node !== node);
  return {
    entriesOf,
    all: () => entriesByUid,
    put: (uid, entry) =>
      void entriesByUid.set(uid, [...entriesOfOtherNodes(uid, entry.node), entry]),
    remove: (uid, node) => {
      const remainingEntries = entriesOfOtherNodes(uid, node);
      if (remainingEntries.length > 0) entriesByUid.set(uid, remainingEntries);
      else entriesByUid.delete(uid);
    },
    ofNode: (node) => {
      const entriesOfNode = new Map<string, NodePresence>();
      for (const [uid, entries] of entriesByUid) {
        const entry = entries.find((candidate) => candidate.node === node);
        if (entry) entriesOfNode.set(uid, entry);
      }
      return entriesOfNode;
    },
  };
}
