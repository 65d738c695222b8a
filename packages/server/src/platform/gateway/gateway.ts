import type { Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@guilda/contract/limits';
import { Server } from 'socket.io';
import type { EmitOptions, Realtime } from '../../ports/realtime.ts';
import { authenticateSocket, createAllowRequest } from './authenticate-socket.ts';
import { MAX_POLLING_BODY_BYTES } from './bounds.ts';
import type { Broadcast, ConnectionLifecycle, EventHandlers, GatewaySocket } from './connection.ts';
import {
  type ClientConnections,
  createClientConnections,
} from './connections/client-connections.ts';
import { limitRequestParsing } from './connections/guard-requests.ts';
import { prefixSessionIds } from './connections/session-ids.ts';
import { createLimitedWebSocketServer } from './connections/websockets.ts';
import { registerSocket } from './events/register-socket.ts';
import {
  accountRoom,
  BROADCAST_ROOM,
  type GatewayDeps,
  personRoom,
  type SocketContext,
  type SocketServer,
  sessionRoom,
} from './socket-types.ts';

/** Interval at which all sessions are checked again, in case a message between nodes was lost. */
const SESSION_RECHECK_INTERVAL_MS = 30_000;
/** Time that clients have to close their connections at shutdown, in ms. */
const CLOSE_TIMEOUT_MS = 1_000;

/** The realtime server: Socket.IO on the HTTP port, with one handler for each event of the contract. */
export interface Gateway extends Realtime {
  /** Starts accepting sockets on the HTTP server. */
  open(
    server: HttpServer,
    handlers: EventHandlers,
    lifecycles: readonly ConnectionLifecycle[],
  ): void;
  /** The registered sockets of this node. */
  connections(): Iterable<GatewaySocket>;
  readonly broadcast: Broadcast;
  /** Disconnects this node's sockets of a session; the clients do not reconnect. */
  disconnectSession(sessionId: string): void;
  /** Disconnects this node's sockets of an account; the clients do not reconnect. */
  disconnectAccount(uid: string): void;
  /** Closes this node's connections of an account; the clients reconnect and authenticate again. */
  reconnectAccount(uid: string): void;
  /** Disconnects every socket of this node whose session has ended. */
  recheckSessions(): Promise<void>;
  /** Closes all connections so that clients reconnect to another node. */
  close(): Promise<void>;
}

/** Message between nodes: an event to emit to the sockets of these people. */
type EmitMessage = {
  readonly uids: readonly string[];
  readonly event: string;
  readonly payload: unknown;
};

const EMIT_TOPIC = 'emit';

function createServer(
  server: HttpServer,
  deps: GatewayDeps,
  {
    clientConnections,
    closing,
  }: { readonly clientConnections: ClientConnections; readonly closing: () => boolean },
): SocketServer {
  const isAllowed = createAllowRequest(deps);
  return new Server(server, {
    serveClient: false,
    // Compression would use memory for each connection that `MAX_CONNECTION_BYTES` does not limit.
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: MAX_POLLING_BODY_BYTES,
    wsEngine: createLimitedWebSocketServer(clientConnections.opened),
    connectTimeout: limits.socket.timeoutMs,
    allowRequest: (request, answer) => {
      const decision = closing() ? Promise.resolve(false) : isAllowed(request);
      decision.then(
        (isAllowed) => answer(null, isAllowed),
        () => answer(null, false),
      );
    },
  });
}

/** Tracks TCP connections that became WebSockets, which Node's server no longer tracks. */
function trackUpgradedConnections(server: HttpServer): ReadonlySet<Duplex> {
  const upgradedConnections = new Set<Duplex>();
  server.on('upgrade', (_request, socket) => {
    upgradedConnections.add(socket);
    socket.on('close', () => upgradedConnections.delete(socket));
  });
  return upgradedConnections;
}

/**
 * Disconnects sockets whose session has ended, and closes the connections of people whose role changed: they reconnect
 * with the new role. If the database does not answer, the next check tries again.
 */
async function disconnectEndedSessions(
  io: SocketServer,
  { activeSessions, log }: GatewayDeps,
): Promise<void> {
  const sockets = [...io.sockets.sockets.values()];
  const sessionIds = new Set(sockets.map(({ data }) => data.actor.sessionId));
  if (sessionIds.size === 0) return;
  try {
    const roles = await activeSessions([...sessionIds]);
    for (const socket of sockets) {
      const { sessionId, role } = socket.data.actor;
      if (!roles.has(sessionId)) socket.disconnect(true);
      else if (roles.get(sessionId) !== role) socket.conn.close();
    }
  } catch (error) {
    log.warn({ err: error }, 'the sessions of sockets could not be checked');
  }
}

/** Closes all connections so that clients reconnect to another node; destroys those still open after the timeout. */
async function closeSockets(
  socketServer: SocketServer,
  upgradedSockets: ReadonlySet<Duplex>,
): Promise<void> {
  socketServer.engine.close();
  if (upgradedSockets.size === 0) return;
  const allClosed = Promise.all(
    [...upgradedSockets].map((socket) => new Promise((resolve) => socket.once('close', resolve))),
  );
  await Promise.race([allClosed, delay(CLOSE_TIMEOUT_MS)]);
  for (const socket of upgradedSockets) socket.destroy();
}

/** Counts for the metrics: open sockets, registered sockets, and connections on which nobody has signed in. */
function countSockets(socketServer: SocketServer | null, { slots }: ClientConnections) {
  let [open, registered] = [0, 0];
  for (const { data } of socketServer?.sockets.sockets.values() ?? []) {
    open += 1;
    if (data.connection) registered += 1;
  }
  return [
    { labels: { state: 'open' }, value: open },
    { labels: { state: 'registered' }, value: registered },
    { labels: { state: 'anonymous' }, value: slots.anonymous },
  ];
}

/** Creates the gateway of the program; its `open` starts it once all handlers exist. */
export function createGateway(deps: GatewayDeps): Gateway {
  let io: SocketServer | null = null;
  const clientConnections = createClientConnections(deps);
  deps.telemetry.meter.gauge('guilda_sockets', () => countSockets(io, clientConnections));
  let upgradedConnections: ReadonlySet<Duplex> = new Set();
  let isClosing = false;
  let rechecks: NodeJS.Timeout | undefined;
  const emitHere: Realtime['emit'] = (uids, event, payload, { exceptSocket } = {}) => {
    if (!io || uids.length === 0) return;
    const recipients = io.local.to(uids.map(personRoom));
    (exceptSocket ? recipients.except(exceptSocket) : recipients).emit(event, payload);
  };
  deps.fanout.subscribe(EMIT_TOPIC, (message) => {
    // Only nodes of this installation publish on this topic, and only messages of the type `EmitMessage`.
    const { uids, event, payload } = message as unknown as EmitMessage;
    emitHere(uids, event as never, payload as never);
  });
  const recheckSessions = async () => {
    if (io) await disconnectEndedSessions(io, deps);
  };
  return {
    emit: (uids, event, payload, options: EmitOptions = {}) => {
      emitHere(uids, event, payload, options);
      deps.fanout.publish(EMIT_TOPIC, { uids, event, payload } satisfies EmitMessage);
    },
    broadcast: (event, payload, audience) => {
      if ('only' in audience) emitHere(audience.only, event, payload);
      else
        io?.local.to(BROADCAST_ROOM).except(audience.except.map(personRoom)).emit(event, payload);
    },
    open: (server, handlers, lifecycles) => {
      upgradedConnections = trackUpgradedConnections(server);
      const openedServer = createServer(server, deps, {
        clientConnections,
        closing: () => isClosing,
      });
      io = openedServer;
      if (deps.processes.id !== null) prefixSessionIds(deps.processes.id, openedServer);
      limitRequestParsing(server);
      clientConnections.watch(openedServer);
      const authenticate = authenticateSocket(deps, clientConnections);
      openedServer.use((socket, next) => void authenticate(socket).then(next));
      const memoryOf: SocketContext['memoryOf'] = (conn) => clientConnections.of(conn).memory;
      const context = { deps, memoryOf, handlers, lifecycles };
      openedServer.on('connection', (socket) => registerSocket(socket, context));
      rechecks = setInterval(recheckSessions, SESSION_RECHECK_INTERVAL_MS).unref();
    },
    *connections() {
      for (const { data } of io?.sockets.sockets.values() ?? []) {
        if (data.connection) yield data.connection;
      }
    },
    disconnectSession: (id) => io?.local.in(sessionRoom(id)).disconnectSockets(true),
    reconnectAccount: (uid) => {
      for (const { data, conn } of io?.sockets.sockets.values() ?? [])
        if (data.actor.uid === uid) conn.close();
    },
    disconnectAccount: (uid) => io?.local.in(accountRoom(uid)).disconnectSockets(true),
    recheckSessions,
    close: async () => {
      isClosing = true;
      clearInterval(rechecks);
      if (io) await closeSockets(io, upgradedConnections);
    },
  };
}
