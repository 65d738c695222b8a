import type { IncomingMessage } from 'node:http';
import { clientAddress } from '../../http/client-address.ts';
import { addressKey } from '../../limits/address.ts';
import { readMemoryLimit } from '../../memory-limit.ts';
import { BYTES_PER_SOCKET, MAX_CONNECTION_BYTES, NODE_MEMORY_SHARE } from '../bounds.ts';
import type { GatewayDeps, SocketServer } from '../socket-types.ts';
import { type ConnectionSlots, createConnectionSlots } from './connection-slots.ts';
import { type EngineRequest, guardTransportRequests, type KnownPeer } from './guard-requests.ts';
import { limitIncomingPackets } from './incoming.ts';
import { createMemoryBudget } from './memory-budget.ts';
import { trackOutgoingPackets } from './outgoing.ts';
import { type ClientConnection, createPeer, type EngineConnection } from './peer.ts';
import { trackPollAnswers } from './polling.ts';
import { trackWebSocket, type UpgradedConnection } from './websockets.ts';

/** All connections of this node with their resource limits. */
export interface Peers {
  readonly slots: ConnectionSlots;
  of(conn: EngineConnection): ClientConnection;
  /** Called when a WebSocket was opened, for an existing connection (an upgrade) or for a new one. */
  opened(request: IncomingMessage, upgraded: UpgradedConnection): void;
  /** Starts tracking the connections of a Socket.IO server. */
  watch(io: SocketServer): void;
}

/**
 * Creates the limits that all connections share; a limit without a setting is computed from the process's memory limit.
 */
function createLimits({ processes, sockets, telemetry }: GatewayDeps) {
  const memory = readMemoryLimit(processes.count);
  const perNode = sockets.perNode ?? Math.floor(memory / BYTES_PER_SOCKET);
  const budget = createMemoryBudget({
    perConnection: MAX_CONNECTION_BYTES,
    inTotal: memory * NODE_MEMORY_SHARE,
  });
  telemetry.meter.gauge('guilda_socket_memory_bytes', () => [{ labels: {}, value: budget.total }]);
  return { budget, slots: createConnectionSlots({ ...sockets, perNode }) };
}

/** Creates the tracking and limits of all connections of one node. */
export function createPeers(deps: GatewayDeps): Peers {
  const { meter } = deps.telemetry;
  const { budget, slots } = createLimits(deps);
  const addressOf = clientAddress(deps.trustedProxies);
  const peers = new WeakMap<EngineConnection, ClientConnection>();
  const peersById = new Map<string, KnownPeer>();
  const upgradesByRequest = new WeakMap<IncomingMessage, UpgradedConnection>();

  const addPeer = (io: SocketServer, conn: EngineConnection) => {
    const { request } = conn;
    // `id` is private in the library's types only; requests carry it as `sid`.
    const { id } = conn as unknown as { readonly id: string };
    const peer = createPeer(conn, addressKey(addressOf(request)), { io, meter, budget });
    const upgradedConnection = upgradesByRequest.get(request);
    // Engine.IO keeps the request as long as the connection: free the request's headers.
    request.headers = {};
    peers.set(conn, peer);
    peersById.set(id, { peer, answer: trackPollAnswers(peer, trackOutgoingPackets(peer)) });
    limitIncomingPackets(peer);
    if (upgradedConnection) trackWebSocket(peer, upgradedConnection);
    conn.on('close', () => {
      peersById.delete(id);
      slots.leave(peer);
    });
    slots.enter(peer);
  };
  return {
    slots,
    of: (conn) => peers.get(conn) as ClientConnection,
    opened: (request, upgraded) => {
      const { sid } = (request as EngineRequest)._query;
      const peer = sid === undefined ? undefined : peersById.get(sid)?.peer;
      if (peer) trackWebSocket(peer, upgraded);
      else upgradesByRequest.set(request, upgraded);
    },
    watch: (io) => {
      io.engine.use(guardTransportRequests((sid) => peersById.get(sid)));
      io.engine.on('connection', (conn: EngineConnection) => addPeer(io, conn));
    },
  };
}
