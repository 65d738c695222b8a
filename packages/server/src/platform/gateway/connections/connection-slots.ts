import { ANONYMOUS_SOCKET_SHARE, type SocketCaps } from '../bounds.ts';
import type { ClientConnection } from './client-connection.ts';

/** Why a person cannot sign in on a connection. */
export type SlotRefusal = 'too_many_sockets' | 'node_full';

/** Limits the connections of this node by address, by account and in total. */
export interface ConnectionSlots {
  /**
   * Adds a connection on which nobody has signed in. Above the limit of its address or of the node, the oldest such
   * connection is closed.
   */
  enter(connection: ClientConnection): void;
  /**
   * Counts the connection towards the person who signed in on it. `previousId` is the connection id that
   * the client had before: dead connections with that id are closed to make room.
   */
  signIn(connection: ClientConnection, uid: string, previousId: string | null): SlotRefusal | null;
  /** Sets the connection id that the server gave to the client. */
  setId(connection: ClientConnection, id: string): void;
  /** Removes a closed connection. */
  leave(connection: ClientConnection): void;
  /** Number of connections on which nobody has signed in. */
  readonly anonymous: number;
}

/** Creates sets of connections by a key, such as an account; empty sets are removed. */
function createConnectionGroups() {
  const groups = new Map<string, Set<ClientConnection>>();
  return {
    of: (key: string): ReadonlySet<ClientConnection> => groups.get(key) ?? new Set(),
    add: (key: string, connection: ClientConnection) =>
      groups.set(key, (groups.get(key) ?? new Set()).add(connection)),
    delete: (key: string, connection: ClientConnection) => {
      const group = groups.get(key);
      if (group?.delete(connection) && group.size === 0) groups.delete(key);
    },
  };
}

/** The connection that was added first, because sets keep the order of insertion. */
function findOldestConnection(
  connections: ReadonlySet<ClientConnection>,
): ClientConnection | undefined {
  return connections.values().next().value;
}

/** Creates the connection slots of one node. */
export function createConnectionSlots({
  perAccount,
  perAddress,
  perNode,
}: SocketCaps): ConnectionSlots {
  const maxAnonymous = Math.max(perAddress, Math.floor(perNode * ANONYMOUS_SOCKET_SHARE));
  const anonymous = new Set<ClientConnection>();
  const byAddress = createConnectionGroups();
  const uidsByConnection = new Map<ClientConnection, string>();
  const byAccount = createConnectionGroups();
  const idsByConnection = new WeakMap<ClientConnection, string>();

  const removeAnonymous = (connection: ClientConnection) => {
    anonymous.delete(connection);
    byAddress.delete(connection.address, connection);
  };
  const leave = (connection: ClientConnection) => {
    removeAnonymous(connection);
    const uid = uidsByConnection.get(connection);
    if (uid !== undefined) byAccount.delete(uid, connection);
    uidsByConnection.delete(connection);
  };
  const makeRoom = (connections: ReadonlySet<ClientConnection>, maxCount: number) => {
    const oldest = connections.size > maxCount ? findOldestConnection(connections) : undefined;
    if (!oldest) return;
    leave(oldest);
    oldest.cut('crowded');
  };
  const replace = (uid: string, previousId: string) => {
    for (const connection of [...byAccount.of(uid)]) {
      if (idsByConnection.get(connection) !== previousId) continue;
      leave(connection);
      connection.cut('replaced');
    }
  };
  return {
    enter: (connection) => {
      anonymous.add(connection);
      byAddress.add(connection.address, connection);
      makeRoom(byAddress.of(connection.address), perAddress);
      makeRoom(anonymous, maxAnonymous);
    },
    signIn: (connection, uid, previousId) => {
      if (byAccount.of(uid).size >= perAccount && previousId !== null) replace(uid, previousId);
      if (byAccount.of(uid).size >= perAccount) return 'too_many_sockets';
      if (uidsByConnection.size >= perNode) return 'node_full';
      removeAnonymous(connection);
      uidsByConnection.set(connection, uid);
      byAccount.add(uid, connection);
      connection.signedIn = true;
      return null;
    },
    setId: (connection, id) => void idsByConnection.set(connection, id),
    leave,
    get anonymous() {
      return anonymous.size;
    },
  };
}
