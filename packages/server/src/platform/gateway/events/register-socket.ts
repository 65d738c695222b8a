import { type ClientEvent, clientEvents } from '@guilda/contract/socket';
import { err, ok, type Result } from '../../result.ts';
import { EVENT_OVERHEAD_BYTES } from '../bounds.ts';
import type { GatewaySocket } from '../connection.ts';
import { createTokenBucket, eventAllowance, takeTokens } from '../connections/token-bucket.ts';
import {
  accountRoom,
  BROADCAST_ROOM,
  type ClientSocket,
  personRoom,
  type SocketContext,
  sessionRoom,
} from '../socket-types.ts';
import {
  type ClientMessage,
  dispatch,
  parseClientMessage,
  refuseUnparsedEvent,
} from './dispatch.ts';
import { instrumentEvent } from './instrument-events.ts';

/** Waits until the transport accepts more data, so that a slow client delays only its own events. */
async function waitUntilWritable({ conn }: ClientSocket): Promise<void> {
  while (conn.readyState === 'open' && !conn.transport.writable) {
    const { transport } = conn;
    await new Promise<void>((resolve) => {
      const stop = () => {
        transport.off('ready', stop);
        conn.off('close', stop);
        conn.off('upgrade', stop);
        resolve();
      };
      transport.on('ready', stop);
      conn.on('close', stop);
      conn.on('upgrade', stop);
    });
  }
}

function toGatewaySocket(socket: ClientSocket): GatewaySocket {
  const { actor, resume, pid } = socket.data;
  return {
    id: socket.id,
    actor,
    resume,
    pid,
    emit: (event, payload, offset) => {
      if (offset === undefined) socket.emit(event, payload);
      else socket.emit(event, payload, offset);
    },
    drained: () => waitUntilWritable(socket),
    joinBroadcast: () => void socket.join(BROADCAST_ROOM),
  };
}

/** Handles `register`: checks that the uid is the person's own, in upper or lower case, and that the session is active. */
async function register(
  socket: ClientSocket,
  uid: unknown,
  { deps }: SocketContext,
): Promise<Result<object>> {
  const { actor } = socket.data;
  if (typeof uid !== 'string' || uid.toLowerCase() !== actor.uid) return err('forbidden');
  // The session is checked after the socket joined its room: if the session ends later, all sockets in this room are
  // disconnected.
  socket.data.activeSessions ??= deps.activeSessions([actor.sessionId]);
  const role = (await socket.data.activeSessions).get(actor.sessionId);
  if (role === undefined) return err('forbidden');
  // If the role changed since the handshake, the client has to reconnect to get the new role.
  return role === actor.role ? ok({}) : err('unavailable');
}

/**
 * Runs after `register` was acknowledged: joins the person's room and calls the modules' `joined` hooks
 * one after another, stopping when the socket disconnects.
 */
async function joinPersonRoom(
  socket: ClientSocket,
  { lifecycles, deps }: SocketContext,
): Promise<void> {
  if (socket.data.connection || !socket.connected) return;
  const connection = toGatewaySocket(socket);
  socket.data.connection = connection;
  void socket.join(personRoom(connection.actor.uid));
  socket.on('disconnect', () => {
    for (const lifecycle of lifecycles) lifecycle.left(connection);
  });
  try {
    for (const lifecycle of lifecycles) {
      if (!socket.connected) return;
      await lifecycle.joined(connection);
    }
  } catch (error) {
    // The client reconnects by itself and then receives the events that it missed.
    deps.log.warn({ err: error }, 'a socket could not be registered');
    socket.conn.close();
  }
}

async function registerConnection(
  socket: ClientSocket,
  message: ClientMessage,
  context: SocketContext,
): Promise<void> {
  const run = (_: string, uid: unknown) => register(socket, uid, context);
  const { log, telemetry } = context.deps;
  const registration = instrumentEvent(telemetry, 'register', () =>
    dispatch(message, run, { log, isRegistered: () => true }),
  );
  socket.data.registration = registration;
  const code = await registration;
  if (code === null) await joinPersonRoom(socket, context);
  else if (code === 'forbidden') socket.disconnect(true);
  // The session check failed, for example without a database: the client reconnects by itself.
  else socket.conn.close();
}

/** Whether the person may send this event; a few events require a proof of the minimum age (`ACCOUNT_AGE`). */
async function hasProvenAgeForEvent(
  { data }: ClientSocket,
  event: string,
  { deps }: SocketContext,
): Promise<boolean> {
  const definition: ClientEvent = Reflect.get(clientEvents, event);
  return !definition.requiresAccountAge || deps.isOfAccountAge(data.actor.uid);
}

async function handleMessage(
  socket: ClientSocket,
  message: ClientMessage,
  context: SocketContext,
): Promise<void> {
  if (message.name === 'register') return registerConnection(socket, message, context);
  // A client may send events before `register` is acknowledged; such events wait until `register` has ended.
  await socket.data.registration;
  const run = async (event: string, payload: unknown): Promise<Result<object>> => {
    if (!(await hasProvenAgeForEvent(socket, event, context))) return err('age_required');
    const handler = Reflect.get(context.handlers, event) as (
      request: object,
    ) => Promise<Result<object>>;
    return handler({ connection: socket.data.connection, payload });
  };
  const isRegistered = () => socket.data.connection !== undefined;
  const { log, telemetry } = context.deps;
  await instrumentEvent(telemetry, message.name, () =>
    dispatch(message, run, { log, isRegistered }),
  );
}

/** Attaches the event handlers to an authenticated socket. */
export function registerSocket(socket: ClientSocket, context: SocketContext): void {
  const { actor } = socket.data;
  const memory = context.memoryOf(socket.conn);
  const eventBucket = createTokenBucket(eventAllowance);
  void socket.join([accountRoom(actor.uid), sessionRoom(actor.sessionId)]);
  socket.onAny((name: string, ...args: unknown[]) => {
    if (takeTokens(eventBucket, eventAllowance)) {
      memory.add(EVENT_OVERHEAD_BYTES);
      // The event is parsed before anything is awaited, so that a waiting event uses no more memory than the contract
      // allows.
      void handleMessage(socket, parseClientMessage(name, args), context).finally(() =>
        memory.add(-EVENT_OVERHEAD_BYTES),
      );
    } else {
      refuseUnparsedEvent(args, 'rate_limited');
      context.deps.telemetry.meter.count('guilda_rate_limited_total', { limit: 'socket_flood' });
    }
  });
  // A connection without a socket would belong to no person and escape the connection limits.
  socket.on('disconnect', () => socket.conn.close());
}
