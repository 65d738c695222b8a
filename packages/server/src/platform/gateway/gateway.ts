import type { Server as HttpServer } from 'node:http';
import { errors } from '@guilda/contract/errors';
import { limits } from '@guilda/contract/limits';
import { handshake } from '@guilda/contract/socket';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import type { Fanout } from '../../ports/fanout.ts';
import type { EmitOptions, Realtime } from '../../ports/realtime.ts';
import type { Person } from '../actor.ts';
import type { Logger } from '../logging.ts';
import { err, ok, type Result } from '../result.ts';
import type { Connection, ConnectionLife, EventHandlers, Told } from './connection.ts';
import { dispatch, refuseUnread } from './dispatch.ts';
import { floodGate } from './flood.ts';
import { originAllowed } from './origin.ts';

/** Bytes of one frame: what is too long by its schema can still be answered. */
const MAX_FRAME_BYTES = 2_000_000;

export interface GatewayDeps {
  readonly publicUrl: string;
  readonly log: Logger;
  readonly fanout: Fanout;
  authenticate(token: string): Promise<Result<Person, 'token_invalid' | 'account_suspended'>>;
  /** Whether the session of a token that was good still stands. */
  stands(actor: Person): Promise<boolean>;
  /** Names a socket that connects; it says the name when it comes back. */
  nameConnection(actor: Person, told: Told): Promise<string>;
}

/** The realtime door: Socket.IO on the same port, one handler for each event of the contract. */
export interface Gateway extends Realtime {
  /** Opens the door; before, nobody gets in. */
  open(server: HttpServer, handlers: EventHandlers, lives: readonly ConnectionLife[]): void;
  /** The registered sockets of this node. */
  connections(): Iterable<Connection>;
  /** Closes this node's sockets of a session, or of a whole account; they do not come back. */
  endSession(sessionId: string): void;
  endPerson(uid: string): void;
  /** Lets every socket go, to come back at another node. */
  close(): Promise<void>;
}

interface Data {
  actor: Person;
  told: Told;
  pid: string;
  connection?: Connection;
}

type Io = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Data>;
type Wire = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Data>;

/** An event for sockets of another node. */
type EmitNote = {
  readonly uids: readonly string[];
  readonly event: string;
  readonly payload: unknown;
};

const roomOf = (uid: string) => `person:${uid}`;
const accountRoom = (uid: string) => `account:${uid}`;
const sessionRoom = (id: string) => `session:${id}`;
const EMIT_TOPIC = 'emit';

const textOr = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= 200 ? value : null;

function refusal(code: 'token_missing' | 'token_invalid' | 'account_suspended' | 'unavailable') {
  return Object.assign(new Error(errors[code].text), { data: { code, error: errors[code].text } });
}

/** Who connects; what is wrong with it becomes the client's `connect_error`. */
async function admit(socket: Wire, deps: GatewayDeps): Promise<Error | undefined> {
  const auth: Record<string, unknown> = socket.handshake.auth;
  const told = { pid: textOr(auth['pid']), offset: textOr(auth['offset']) };
  if (auth['token'] === undefined || auth['token'] === null) return refusal('token_missing');
  const shaken = handshake.safeParse(auth);
  if (!shaken.success) return refusal('token_invalid');
  try {
    const person = await deps.authenticate(shaken.data.token);
    if (!person.ok) return refusal(person.code);
    const pid = await deps.nameConnection(person.value, told);
    Object.assign(socket.data, { actor: person.value, told, pid });
    // The library's own field for it, which clients of every version say again when they return.
    Object.assign(socket, { pid });
    return undefined;
  } catch (error) {
    deps.log.warn({ err: error }, 'a socket could not be admitted');
    return refusal('unavailable');
  }
}

function connectionOf(socket: Wire): Connection {
  const { actor, told, pid } = socket.data;
  return {
    id: socket.id,
    actor,
    told,
    pid,
    emit: (event, payload, offset) => {
      if (offset === undefined) socket.emit(event, payload);
      else socket.emit(event, payload, offset);
    },
  };
}

interface Door {
  readonly deps: GatewayDeps;
  readonly handlers: EventHandlers;
  readonly lives: readonly ConnectionLife[];
}

/** Takes a socket in, once; anyone else's uid ends it. */
async function register(socket: Wire, uid: unknown, { deps }: Door): Promise<Result<object>> {
  const { actor } = socket.data;
  // Asked again now that the end of its session would find it.
  if (uid !== actor.uid || !(await deps.stands(actor))) return err('forbidden');
  await socket.join(roomOf(actor.uid));
  return ok({});
}

/** Tells the modules, after the acknowledgement. */
async function join(socket: Wire, { lives, deps }: Door): Promise<void> {
  if (socket.data.connection || !socket.connected) return;
  const connection = connectionOf(socket);
  socket.data.connection = connection;
  socket.on('disconnect', () => {
    for (const life of lives) life.left(connection);
  });
  try {
    for (const life of lives) await life.joined(connection);
  } catch (error) {
    // It comes back by itself and gets what it missed then.
    deps.log.warn({ err: error }, 'a socket could not be taken in');
    socket.conn.close();
  }
}

async function hear(socket: Wire, name: string, args: unknown[], door: Door): Promise<void> {
  const run = async (event: string, payload: unknown): Promise<Result<object>> => {
    if (event === 'register') return register(socket, payload, door);
    const handler = Reflect.get(door.handlers, event) as (
      request: object,
    ) => Promise<Result<object>>;
    return handler({ connection: socket.data.connection, payload });
  };
  const registered = () => socket.data.connection !== undefined;
  const code = await dispatch(name, args, run, { log: door.deps.log, registered });
  if (name !== 'register') return;
  if (code === null) await join(socket, door);
  else if (code === 'forbidden') socket.disconnect(true);
  // It could not be told: it comes back by itself.
  else socket.conn.close();
}

function takeIn(socket: Wire, door: Door): void {
  const { actor } = socket.data;
  const weigh = floodGate(() => performance.now());
  void socket.join([accountRoom(actor.uid), sessionRoom(actor.sessionId)]);
  socket.onAny((name: string, ...args: unknown[]) => {
    const verdict = weigh();
    if (verdict === 'pass') void hear(socket, name, args, door);
    else if (verdict === 'refuse') refuseUnread(args, 'rate_limited');
    else socket.disconnect(true);
  });
}

function createServer(server: HttpServer, deps: GatewayDeps): Io {
  return new Server(server, {
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: MAX_FRAME_BYTES,
    connectTimeout: limits.socket.timeoutMs,
    allowRequest: (request, answer) => answer(null, originAllowed(request, deps.publicUrl)),
  });
}

/** Makes the gateway; it belongs to the program and is opened when the program is wired. */
export function createGateway(deps: GatewayDeps): Gateway {
  let io: Io | null = null;
  const emitHere: Realtime['emit'] = (uids, event, payload, { exceptSocket } = {}) => {
    if (!io || uids.length === 0) return;
    const rooms = io.local.to(uids.map(roomOf));
    (exceptSocket ? rooms.except(exceptSocket) : rooms).emit(event, payload);
  };
  deps.fanout.subscribe(EMIT_TOPIC, (note) => {
    const { uids, event, payload } = note as unknown as EmitNote;
    emitHere(uids, event as never, payload as never);
  });
  return {
    emit: (uids, event, payload, options: EmitOptions = {}) => {
      emitHere(uids, event, payload, options);
      deps.fanout.publish(EMIT_TOPIC, { uids, event, payload } satisfies EmitNote);
    },
    open: (server, handlers, lives) => {
      io = createServer(server, deps);
      io.use((socket, next) => void admit(socket, deps).then(next));
      io.on('connection', (socket) => takeIn(socket, { deps, handlers, lives }));
    },
    *connections() {
      for (const { data } of io?.sockets.sockets.values() ?? []) {
        if (data.connection) yield data.connection;
      }
    },
    endSession: (id) => io?.local.in(sessionRoom(id)).disconnectSockets(true),
    endPerson: (uid) => io?.local.in(accountRoom(uid)).disconnectSockets(true),
    close: async () => {
      // Ended by the transport, a client comes back by itself; ended by the server it would not.
      io?.engine.close();
    },
  };
}
