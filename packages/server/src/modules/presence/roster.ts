import type { Presence as Status } from '@guilda/contract/users';

/** Who may see that a person is there. */
export interface Sight {
  /** Those to whom a private profile is open; null for a public one. */
  readonly open: ReadonlySet<string> | null;
  /** Everyone between whom and the person a block stands, whoever set it. */
  readonly apart: ReadonlySet<string>;
}

/** What one node says of a person who has sockets there, or had until a moment ago. */
export interface Entry {
  readonly node: string;
  readonly status: Exclude<Status, 'offline'>;
  /** Changes with `sight`, so that nodes can tell without comparing it. */
  readonly rev: number;
  readonly sight: Sight;
}

/** What all nodes say of a person; none for someone who is not there. Never changed, only replaced. */
export type Entries = readonly Entry[];

const nowhere: Entries = [];

/** One status over all devices and nodes (`product §6`). */
export function statusOver(entries: Entries): Status {
  if (entries.length === 0) return 'offline';
  return entries.some(({ status }) => status === 'online') ? 'online' : 'away';
}

/** Whether a reader, null for a visitor, may see that the person of these entries is there. */
export function mayBeSeen(uid: string, entries: Entries, reader: string | null): boolean {
  if (reader === uid) return true;
  return entries.every(
    ({ sight: { open, apart } }) =>
      (open === null || (reader !== null && open.has(reader))) &&
      (reader === null || !apart.has(reader)),
  );
}

/** What a reader is told of a person. */
export const statusSeen = (uid: string, entries: Entries, reader: string | null): Status =>
  mayBeSeen(uid, entries, reader) ? statusOver(entries) : 'offline';

/** Everyone who is there, over all nodes, as this node knows it. */
export interface Roster {
  of(uid: string): Entries;
  all(): Iterable<readonly [uid: string, entries: Entries]>;
  /** Puts what a node says of a person in the place of what it said before. */
  put(uid: string, entry: Entry): void;
  remove(uid: string, node: string): void;
  /** What one node says, by uid. */
  ofNode(node: string): ReadonlyMap<string, Entry>;
}

export function openRoster(): Roster {
  const people = new Map<string, Entries>();
  const of = (uid: string) => people.get(uid) ?? nowhere;
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
      const found = new Map<string, Entry>();
      for (const [uid, entries] of people) {
        const entry = entries.find((one) => one.node === node);
        if (entry) found.set(uid, entry);
      }
      return found;
    },
  };
}
