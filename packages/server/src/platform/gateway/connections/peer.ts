import type { Duplex } from 'node:stream';
import type { Meter } from '../../../ports/meter.ts';
import { FRAMING_BYTES, MAX_ANONYMOUS_BYTES, TCP_LINGER_MS } from '../bounds.ts';
import type { ClientSocket, SocketServer } from '../socket-types.ts';
import type { MemoryBudget, MemoryUse } from './memory-budget.ts';
import { byteAllowance, createTokenBucket, packetAllowance, takeTokens } from './token-bucket.ts';

/** Engine.IO's connection of one client, over polling or a WebSocket. */
export type EngineConnection = ClientSocket['conn'];

/** Why a connection was closed; a label of `guilda_socket_cuts_total`. */
export type DisconnectReason =
  | 'binary'
  | 'size'
  | 'flood'
  | 'memory'
  | 'slow'
  | 'crowded'
  | 'replaced';

/** One client's connection (over polling or a WebSocket) and its resource limits. */
export interface ClientConnection {
  readonly conn: EngineConnection;
  /** Key of the client's IP address, see `addressKey`. */
  readonly address: string;
  readonly memory: MemoryUse;
  /** TCP connections that this connection uses now; destroyed soon after it closes. */
  readonly tcpConnections: Set<Duplex>;
  /** Whether a person has signed in on this connection. */
  signedIn: boolean;
  /** Whether the connection has upgraded its transport, which is allowed once. */
  hasUpgraded: boolean;
  /** Counts received bytes; closes the connection above its limit. */
  received(bytes: number): void;
  /** Counts one received packet; closes the connection above its limit. */
  receivedPacket(): void;
  /** Closes the connection at once, without sending queued packets. */
  cut(reason: DisconnectReason): void;
}

export interface PeerDeps {
  readonly io: SocketServer;
  readonly meter: Meter;
  readonly budget: MemoryBudget;
}

/**
 * Disconnects the sockets of a connection with the protocol's disconnect packet, after which clients do not reconnect
 * by themselves.
 */
function disconnectSockets(socketServer: SocketServer, connection: EngineConnection): void {
  for (const socket of socketServer.sockets.sockets.values()) {
    if (socket.conn === connection) socket.disconnect(true);
  }
}

const destroyConnections = (tcpConnections: ReadonlySet<Duplex>) => {
  for (const tcpConnection of tcpConnections) tcpConnection.destroy();
};

/** Creates the `ClientConnection` of an Engine.IO connection. */
export function createPeer(
  conn: EngineConnection,
  address: string,
  deps: PeerDeps,
): ClientConnection {
  const [bytes, packets] = [createTokenBucket(byteAllowance), createTokenBucket(packetAllowance)];
  const tcpConnections = new Set<Duplex>();
  let total = 0;
  let isCut = false;
  const peer: ClientConnection = {
    conn,
    address,
    tcpConnections,
    signedIn: false,
    hasUpgraded: false,
    memory: deps.budget.open(() => peer.cut('memory')),
    received: (count) => {
      total += count;
      if (!peer.signedIn && total > MAX_ANONYMOUS_BYTES + FRAMING_BYTES) peer.cut('size');
      else if (!takeTokens(bytes, byteAllowance, count)) peer.cut('flood');
    },
    receivedPacket: () => {
      if (!takeTokens(packets, packetAllowance)) peer.cut('flood');
    },
    cut: (reason) => {
      if (isCut) return;
      isCut = true;
      deps.meter.count('guilda_socket_cuts_total', { reason });
      if (reason === 'flood') disconnectSockets(deps.io, conn);
      conn.close(true);
      destroyConnections(tcpConnections);
    },
  };
  conn.on('close', () => {
    peer.memory.end();
    if (tcpConnections.size > 0)
      setTimeout(() => destroyConnections(tcpConnections), TCP_LINGER_MS).unref();
  });
  return peer;
}
