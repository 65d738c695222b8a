import type { Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@guilda/contract/limits';
import { Server } from 'socket.io';
import type { EmitOptions, Realtime } from '../../ports/realtime.ts';
import { admission, knock } from './admit.ts';
import { POLLING_BODY_BYTES } from './bounds.ts';
import type { Broadcast, Connection, ConnectionLife, EventHandlers } from './connection.ts';
import { createPeers, type Peers } from './peers.ts';
import { boundRequests } from './requests.ts';
import { takeIn } from './take-in.ts';
import { boundedWebSockets } from './websockets.ts';
import {
  accountRoom,
  type Door,
  FOLLOWERS,
  type GatewayDeps,
  type Io,
  roomOf,
  sessionRoom,
} from './wire.ts';

/** How often every session is asked for, whatever was told or lost meanwhile. */
const RECHECK_MS = 30_000;
/** How long a client may take to say goodbye when the program ends. */
const GOODBYE_MS = 1_000;

/** The realtime door: Socket.IO on the same port, one handler for each event of the contract. */
export interface Gateway extends Realtime {
  /** Opens the door; before, nobody gets in. */
  open(server: HttpServer, handlers: EventHandlers, lives: readonly ConnectionLife[]): void;
  /** The registered sockets of this node. */
  connections(): Iterable<Connection>;
  readonly broadcast: Broadcast;
  /** Closes this node's sockets of a session, or of a whole account; they do not come back. */
  endSession(sessionId: string): void;
  endPerson(uid: string): void;
  /** Closes this node's sockets of an account by the transport: they come back as who it is by now. */
  renewPerson(uid: string): void;
  /** Ends every socket here whose session no longer stands. */
  recheck(): Promise<void>;
  /** Lets every socket go, to come back at another node. */
  close(): Promise<void>;
}

/** An event for sockets of another node. */
type EmitNote = {
  readonly uids: readonly string[];
  readonly event: string;
  readonly payload: unknown;
};

const EMIT_TOPIC = 'emit';

function createServer(
  server: HttpServer,
  deps: GatewayDeps,
  { peers, closing }: { readonly peers: Peers; readonly closing: () => boolean },
): Io {
  const mayEnter = knock(deps);
  return new Server(server, {
    serveClient: false,
    // Each answer that is compressed costs more memory than a connection may.
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: POLLING_BODY_BYTES,
    wsEngine: boundedWebSockets(peers.opened),
    connectTimeout: limits.socket.timeoutMs,
    allowRequest: (request, answer) => {
      const enter = closing() ? Promise.resolve(false) : mayEnter(request);
      enter.then(
        (allowed) => answer(null, allowed),
        () => answer(null, false),
      );
    },
  });
}

/** The raw connections of a server that became WebSockets, which it no longer counts as its own. */
function keepUpgraded(server: HttpServer): ReadonlySet<Duplex> {
  const upgraded = new Set<Duplex>();
  server.on('upgrade', (_request, socket) => {
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
  });
  return upgraded;
}

/**
 * Ends the sockets of sessions that do not stand, and closes those of whoever has another role by now,
 * which come back with it; what cannot be asked now is asked the next time.
 */
async function endFallen(io: Io, { standing, log }: GatewayDeps): Promise<void> {
  const sockets = [...io.sockets.sockets.values()];
  const asked = new Set(sockets.map(({ data }) => data.actor.sessionId));
  if (asked.size === 0) return;
  try {
    const stand = await standing([...asked]);
    for (const socket of sockets) {
      const { sessionId, role } = socket.data.actor;
      if (!stand.has(sessionId)) socket.disconnect(true);
      else if (stand.get(sessionId) !== role) socket.conn.close();
    }
  } catch (error) {
    log.warn({ err: error }, 'sessions of sockets are still to be asked for');
  }
}

/** Lets clients go by the transport, so that they come back; whoever does not let go is cut off. */
async function letGo(io: Io, upgraded: ReadonlySet<Duplex>): Promise<void> {
  io.engine.close();
  if (upgraded.size === 0) return;
  const gone = Promise.all(
    [...upgraded].map((socket) => new Promise((resolve) => socket.once('close', resolve))),
  );
  await Promise.race([gone, delay(GOODBYE_MS)]);
  for (const socket of upgraded) socket.destroy();
}

/** Sockets of this node, those that are registered, and connections on which nobody has signed in. */
function countSockets(io: Io | null, { places }: Peers) {
  let [open, registered] = [0, 0];
  for (const { data } of io?.sockets.sockets.values() ?? []) {
    open += 1;
    if (data.connection) registered += 1;
  }
  return [
    { labels: { state: 'open' }, value: open },
    { labels: { state: 'registered' }, value: registered },
    { labels: { state: 'anonymous' }, value: places.strangers },
  ];
}

/** Makes the gateway; it belongs to the program and is opened when the program is wired. */
export function createGateway(deps: GatewayDeps): Gateway {
  let io: Io | null = null;
  const peers = createPeers(deps);
  deps.watchers.meter.gauge('guilda_sockets', () => countSockets(io, peers));
  let upgraded: ReadonlySet<Duplex> = new Set();
  let closing = false;
  let rechecks: NodeJS.Timeout | undefined;
  const emitHere: Realtime['emit'] = (uids, event, payload, { exceptSocket } = {}) => {
    if (!io || uids.length === 0) return;
    const rooms = io.local.to(uids.map(roomOf));
    (exceptSocket ? rooms.except(exceptSocket) : rooms).emit(event, payload);
  };
  deps.fanout.subscribe(EMIT_TOPIC, (note) => {
    const { uids, event, payload } = note as unknown as EmitNote;
    emitHere(uids, event as never, payload as never);
  });
  const recheck = async () => {
    if (io) await endFallen(io, deps);
  };
  return {
    emit: (uids, event, payload, options: EmitOptions = {}) => {
      emitHere(uids, event, payload, options);
      deps.fanout.publish(EMIT_TOPIC, { uids, event, payload } satisfies EmitNote);
    },
    broadcast: (event, payload, audience) => {
      if ('only' in audience) emitHere(audience.only, event, payload);
      else io?.local.to(FOLLOWERS).except(audience.except.map(roomOf)).emit(event, payload);
    },
    open: (server, handlers, lives) => {
      upgraded = keepUpgraded(server);
      const opened = createServer(server, deps, { peers, closing: () => closing });
      io = opened;
      boundRequests(server);
      peers.watch(opened);
      const admit = admission(deps, peers);
      opened.use((socket, next) => void admit(socket).then(next));
      const memoryOf: Door['memoryOf'] = (conn) => peers.of(conn).memory;
      const door = { deps, memoryOf, handlers, lives };
      opened.on('connection', (socket) => takeIn(socket, door));
      rechecks = setInterval(recheck, RECHECK_MS).unref();
    },
    *connections() {
      for (const { data } of io?.sockets.sockets.values() ?? []) {
        if (data.connection) yield data.connection;
      }
    },
    endSession: (id) => io?.local.in(sessionRoom(id)).disconnectSockets(true),
    renewPerson: (uid) => {
      for (const { data, conn } of io?.sockets.sockets.values() ?? [])
        if (data.actor.uid === uid) conn.close();
    },
    endPerson: (uid) => io?.local.in(accountRoom(uid)).disconnectSockets(true),
    recheck,
    close: async () => {
      closing = true;
      clearInterval(rechecks);
      if (io) await letGo(io, upgraded);
    },
  };
}
