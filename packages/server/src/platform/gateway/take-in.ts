import { err, ok, type Result } from '../result.ts';
import { EVENT_OVERHEAD_BYTES } from './bounds.ts';
import type { Connection } from './connection.ts';
import { type ClientMessage, dispatch, readMessage, refuseUnread } from './dispatch.ts';
import { eventAllowance, openGate } from './flood.ts';
import { watchEvent } from './watch-events.ts';
import { accountRoom, type Door, FOLLOWERS, roomOf, sessionRoom, type Wire } from './wire.ts';

/** Waits until the transport takes more; a client that reads slowly holds up only what is its own. */
async function drained({ conn }: Wire): Promise<void> {
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
    drained: () => drained(socket),
    follow: () => void socket.join(FOLLOWERS),
  };
}

/** Lets a socket in; anyone else's uid ends it. */
async function register(socket: Wire, uid: unknown, { deps }: Door): Promise<Result<object>> {
  const { actor } = socket.data;
  if (uid !== actor.uid) return err('forbidden');
  // Asked again now that the end of its session would find it; from then on that end ends it.
  socket.data.standing ??= deps.standing([actor.sessionId]);
  const role = (await socket.data.standing).get(actor.sessionId);
  if (role === undefined) return err('forbidden');
  // Who got another role since the handshake comes back with it.
  return role === actor.role ? ok({}) : err('unavailable');
}

/**
 * After the acknowledgement: it hears what its person is sent, and the modules are told one by one;
 * those that are left when it ends, never.
 */
async function join(socket: Wire, { lives, deps }: Door): Promise<void> {
  if (socket.data.connection || !socket.connected) return;
  const connection = connectionOf(socket);
  socket.data.connection = connection;
  void socket.join(roomOf(connection.actor.uid));
  socket.on('disconnect', () => {
    for (const life of lives) life.left(connection);
  });
  try {
    for (const life of lives) {
      if (!socket.connected) return;
      await life.joined(connection);
    }
  } catch (error) {
    // It comes back by itself and gets what it missed then.
    deps.log.warn({ err: error }, 'a socket could not be taken in');
    socket.conn.close();
  }
}

async function greet(socket: Wire, message: ClientMessage, door: Door): Promise<void> {
  const run = (_: string, uid: unknown) => register(socket, uid, door);
  const { log, watchers } = door.deps;
  const greeting = watchEvent(watchers, 'register', () =>
    dispatch(message, run, { log, registered: () => true }),
  );
  socket.data.greeting = greeting;
  const code = await greeting;
  if (code === null) await join(socket, door);
  else if (code === 'forbidden') socket.disconnect(true);
  // It could not be told: it comes back by itself.
  else socket.conn.close();
}

async function hear(socket: Wire, message: ClientMessage, door: Door): Promise<void> {
  if (message.name === 'register') return greet(socket, message, door);
  // Clients need not wait for an answer to say more.
  await socket.data.greeting;
  const run = (event: string, payload: unknown): Promise<Result<object>> => {
    const handler = Reflect.get(door.handlers, event) as (
      request: object,
    ) => Promise<Result<object>>;
    return handler({ connection: socket.data.connection, payload });
  };
  const registered = () => socket.data.connection !== undefined;
  const { log, watchers } = door.deps;
  await watchEvent(watchers, message.name, () => dispatch(message, run, { log, registered }));
}

/** Listens to a socket that was admitted. */
export function takeIn(socket: Wire, door: Door): void {
  const { actor } = socket.data;
  const memory = door.memoryOf(socket.conn);
  const allowed = openGate(eventAllowance, () => performance.now());
  void socket.join([accountRoom(actor.uid), sessionRoom(actor.sessionId)]);
  socket.onAny((name: string, ...args: unknown[]) => {
    if (allowed()) {
      memory.add(EVENT_OVERHEAD_BYTES);
      // Read before anything is waited for, so that what waits is no more than the contract allows.
      void hear(socket, readMessage(name, args), door).finally(() =>
        memory.add(-EVENT_OVERHEAD_BYTES),
      );
    } else {
      refuseUnread(args, 'rate_limited');
      door.deps.watchers.meter.count('guilda_rate_limited_total', { limit: 'socket_flood' });
    }
  });
  // Without it the connection would be one of nobody, which is not counted.
  socket.on('disconnect', () => socket.conn.close());
}
