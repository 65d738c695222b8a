import { ANONYMOUS_SOCKET_SHARE, type SocketCaps } from '../bounds.ts';
import type { ClientConnection } from './peer.ts';

/** Why a person cannot sign in on a connection. */
export type SlotRefusal = 'too_many_sockets' | 'node_full';

/** Limits the connections of this node by address, by account and in total. */
export interface ConnectionSlots {
  /**
   * Adds a connection on which nobody has signed in. Above the limit of its address or of the node, the oldest such
   * connection is closed.
   */
  enter(peer: ClientConnection): void;
  /**
   * Counts the connection towards the person who signed in on it. `previousId` is the connection id that
   * the client had before: dead connections with that id are closed to make room.
   */
  signIn(peer: ClientConnection, uid: string, previousId: string | null): SlotRefusal | null;
  /** Sets the connection id that the server gave to the client. */
  setId(peer: ClientConnection, id: string): void;
  /** Removes a closed connection. */
  leave(peer: ClientConnection): void;
  /** Number of connections on which nobody has signed in. */
  readonly anonymous: number;
}

/** Creates sets of connections by a key, such as an account; empty sets are removed. */
function createPeerGroups() {
  const groups = new Map<string, Set<ClientConnection>>();
  return {
    of: (key: string): ReadonlySet<ClientConnection> => groups.get(key) ?? new Set(),
    add: (key: string, peer: ClientConnection) =>
      groups.set(key, (groups.get(key) ?? new Set()).add(peer)),
    delete: (key: string, peer: ClientConnection) => {
      const group = groups.get(key);
      if (group?.delete(peer) && group.size === 0) groups.delete(key);
    },
  };
}

/** The connection that was added first, because sets keep the order of insertion. */
function findOldestPeer(peers: ReadonlySet<ClientConnection>): ClientConnection | undefined {
  return peers.values().next().value;
}

/** Creates the connection slots of one node. */
export function createConnectionSlots({
  perAccount,
  perAddress,
  perNode,
}: SocketCaps): ConnectionSlots {
  const maxAnonymous = Math.max(perAddress, Math.floor(perNode * ANONYMOUS_SOCKET_SHARE));
  const anonymous = new Set<ClientConnection>();
  const byAddress = createPeerGroups();
  const people = new Map<ClientConnection, string>();
  const byAccount = createPeerGroups();
  const ids = new WeakMap<ClientConnection, string>();

  const removePeer = (peer: ClientConnection) => {
    anonymous.delete(peer);
    byAddress.delete(peer.address, peer);
  };
  const leave = (peer: ClientConnection) => {
    removePeer(peer);
    const uid = people.get(peer);
    if (uid !== undefined) byAccount.delete(uid, peer);
    people.delete(peer);
  };
  const makeRoom = (peers: ReadonlySet<ClientConnection>, maxCount: number) => {
    const oldest = peers.size > maxCount ? findOldestPeer(peers) : undefined;
    if (!oldest) return;
    leave(oldest);
    oldest.cut('crowded');
  };
  const replace = (uid: string, previousId: string) => {
    for (const peer of [...byAccount.of(uid)]) {
      if (ids.get(peer) !== previousId) continue;
      leave(peer);
      peer.cut('replaced');
    }
  };
  return {
    enter: (peer) => {
      anonymous.add(peer);
      byAddress.add(peer.address, peer);
      makeRoom(byAddress.of(peer.address), perAddress);
      makeRoom(anonymous, maxAnonymous);
    },
    signIn: (peer, uid, previousId) => {
      if (byAccount.of(uid).size >= perAccount && previousId !== null) replace(uid, previousId);
      if (byAccount.of(uid).size >= perAccount) return 'too_many_sockets';
      if (people.size >= perNode) return 'node_full';
      removePeer(peer);
      people.set(peer, uid);
      byAccount.add(uid, peer);
      peer.signedIn = true;
      return null;
    },
    setId: (peer, id) => void ids.set(peer, id),
    leave,
    get anonymous() {
      return anonymous.size;
    },
  };
}
