import { type SocketCaps, STRANGERS_SHARE } from './bounds.ts';
import type { Peer } from './peer.ts';

/** Why a person may not come in. */
export type NoPlace = 'too_many_sockets' | 'node_full';

/** The connections of this node, by whom they are of. */
export interface Places {
  /** A connection of nobody yet. Where there are too many of an address, or of all, the oldest goes. */
  enter(peer: Peer): void;
  /**
   * A person signs in: their connection counts as theirs from now on. `name` is what the client says
   * it was called when it last connected: connections of that name that never ended make room.
   */
  signIn(peer: Peer, uid: string, name: string | null): NoPlace | null;
  /** What the client is called from now on. */
  name(peer: Peer, name: string): void;
  /** The connection has ended. */
  leave(peer: Peer): void;
  readonly strangers: number;
}

/** Sets by a key; those that are empty are not kept. */
function openGroups() {
  const groups = new Map<string, Set<Peer>>();
  return {
    of: (key: string): ReadonlySet<Peer> => groups.get(key) ?? new Set(),
    add: (key: string, peer: Peer) => groups.set(key, (groups.get(key) ?? new Set()).add(peer)),
    delete: (key: string, peer: Peer) => {
      const group = groups.get(key);
      if (group?.delete(peer) && group.size === 0) groups.delete(key);
    },
  };
}

/** In the order in which they came. */
function oldest(peers: ReadonlySet<Peer>): Peer | undefined {
  return peers.values().next().value;
}

/** Makes the places of one node. */
export function openPlaces({ perAccount, perAddress, perNode }: SocketCaps): Places {
  const maxStrangers = Math.max(perAddress, Math.floor(perNode * STRANGERS_SHARE));
  const strangers = new Set<Peer>();
  const byAddress = openGroups();
  const people = new Map<Peer, string>();
  const byAccount = openGroups();
  const names = new WeakMap<Peer, string>();

  const forget = (peer: Peer) => {
    strangers.delete(peer);
    byAddress.delete(peer.address, peer);
  };
  const leave = (peer: Peer) => {
    forget(peer);
    const uid = people.get(peer);
    if (uid !== undefined) byAccount.delete(uid, peer);
    people.delete(peer);
  };
  const makeRoom = (peers: ReadonlySet<Peer>, most: number) => {
    const first = peers.size > most ? oldest(peers) : undefined;
    if (!first) return;
    leave(first);
    first.cut('crowded');
  };
  const replace = (uid: string, name: string) => {
    for (const peer of [...byAccount.of(uid)]) {
      if (names.get(peer) !== name) continue;
      leave(peer);
      peer.cut('replaced');
    }
  };
  return {
    enter: (peer) => {
      strangers.add(peer);
      byAddress.add(peer.address, peer);
      makeRoom(byAddress.of(peer.address), perAddress);
      makeRoom(strangers, maxStrangers);
    },
    signIn: (peer, uid, name) => {
      if (byAccount.of(uid).size >= perAccount && name !== null) replace(uid, name);
      if (byAccount.of(uid).size >= perAccount) return 'too_many_sockets';
      if (people.size >= perNode) return 'node_full';
      forget(peer);
      people.set(peer, uid);
      byAccount.add(uid, peer);
      peer.signedIn = true;
      return null;
    },
    name: (peer, name) => void names.set(peer, name),
    leave,
    get strangers() {
      return strangers.size;
    },
  };
}
