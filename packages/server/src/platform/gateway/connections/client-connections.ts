import type { IncomingMessage } from 'node:http';
import { clientAddress } from '../../http/client-address.ts';
import { addressKey } from '../../limits/address.ts';
import { readMemoryLimit } from '../../memory-limit.ts';
import { BYTES_PER_SOCKET, MAX_CONNECTION_BYTES, NODE_MEMORY_SHARE } from '../bounds.ts';
import type { GatewayDeps, SocketServer } from '../socket-types.ts';
import {
  type ClientConnection,
  createClientConnection,
  type EngineConnection,
} from './client-connection.ts';
import { type ConnectionSlots, createConnectionSlots } from './connection-slots.ts';
import {
  type EngineRequest,
  guardTransportRequests,
  type KnownConnection,
} from './guard-requests.ts';
import { limitIncomingPackets } from './incoming.ts';
import { createMemoryBudget } from './memory-budget.ts';
import { trackOutgoingPackets } from './outgoing.ts';
import { trackPollAnswers } from './polling.ts';
import { trackWebSocket, type UpgradedConnection } from './websockets.ts';

/** All connections of this node with their resource limits. */
export interface ClientConnections {
  readonly slots: ConnectionSlots;
  of(conn: EngineConnection): ClientConnection;
  /** Called when a WebSocket was opened, for an existing connection (an upgrade) or for a new one. */
  opened(request: IncomingMessage, upgradedConnection: UpgradedConnection): void;
  /** Starts tracking the connections of a Socket.IO server. */
  watch(io: SocketServer): void;
}

/**
 * Creates the limits that all connections share; a limit without a setting is computed from the process's memory limit.
 */
function createLimits({ processes, sockets, telemetry }: GatewayDeps) {
  const memoryLimit = readMemoryLimit(processes.count);
  const perNode = sockets.perNode ?? Math.floor(memoryLimit / BYTES_PER_SOCKET);
  const budget = createMemoryBudget({
    perConnection: MAX_CONNECTION_BYTES,
    inTotal: memoryLimit * NODE_MEMORY_SHARE,
  });
  telemetry.meter.gauge('guilda_socket_memory_bytes', () => [{ labels: {}, value: budget.total }]);
  return { budget, slots: createConnectionSlots({ ...sockets, perNode }) };
}

/** Creates the tracking and limits of all connections of one node. */
export function createClientConnections(deps: GatewayDeps): ClientConnections {
  const { meter } = deps.telemetry;
  const { budget, slots } = createLimits(deps);
  const addressOf = clientAddress(deps.trustedProxies);
  const connections = new WeakMap<EngineConnection, ClientConnection>();
  const connectionsById = new Map<string, KnownConnection>();
  const upgradesByRequest = new WeakMap<IncomingMessage, UpgradedConnection>();

  const addConnection = (io: SocketServer, conn: EngineConnection) => {
    const { request } = conn;
    // `id` is private in the library's types only; requests carry it as `sid`.
    const { id } = conn as unknown as { readonly id: string };
    const connection = createClientConnection(conn, addressKey(addressOf(request)), {
      io,
      meter,
      budget,
    });
    const upgradedConnection = upgradesByRequest.get(request);
    // Engine.IO keeps the request as long as the connection: free the request's headers.
    request.headers = {};
    connections.set(conn, connection);
    connectionsById.set(id, {
      connection,
      answer: trackPollAnswers(connection, trackOutgoingPackets(connection)),
    });
    limitIncomingPackets(connection);
    if (upgradedConnection) trackWebSocket(connection, upgradedConnection);
    conn.on('close', () => {
      connectionsById.delete(id);
      slots.leave(connection);
    });
    slots.enter(connection);
  };
  return {
    slots,
    of: (conn) => connections.get(conn) as ClientConnection,
    opened: (request, upgradedConnection) => {
      const { sid } = (request as EngineRequest)._query;
      const connection = sid === undefined ? undefined : connectionsById.get(sid)?.connection;
      if (connection) trackWebSocket(connection, upgradedConnection);
      else upgradesByRequest.set(request, upgradedConnection);
    },
    watch: (io) => {
      io.engine.use(guardTransportRequests((sid) => connectionsById.get(sid)));
      io.engine.on('connection', (conn: EngineConnection) => addConnection(io, conn));
    },
  };
}
