import { limits } from '@guilda/contract/limits';
import type { Socket } from 'socket.io-client';
import type { LoadCredentials, OpenTransport, SocketTransport, TransportEvents } from './ports.ts';

/** Maximum delay between two attempts, in ms; short, so that missed events appear soon after the network returns. */
const MAX_RECONNECT_DELAY_MS = 2 * limits.socket.delayMs;

/**
 * Socket.IO retries a few times by itself with these delays; after that `createReconnectBackoff` decides when to try
 * again. Each person gets a new connection.
 */
const socketOptions = {
  autoConnect: false,
  forceNew: true,
  transports: ['websocket', 'polling'],
  tryAllTransports: true,
  timeout: limits.socket.timeoutMs,
  reconnectionAttempts: limits.socket.attempts,
  reconnectionDelay: limits.socket.delayMs,
  reconnectionDelayMax: MAX_RECONNECT_DELAY_MS,
};

function refusalCode(error: Error): string | null {
  const { data } = error as { data?: { code?: unknown } };
  return typeof data?.code === 'string' ? data.code : null;
}

function forwardEvents(socket: Socket, events: TransportEvents): void {
  socket.on('connect', () => {
    socket.io.reconnection(true);
    events.connected();
  });
  socket.on('disconnect', (reason) => {
    events.disconnected(reason === 'io server disconnect');
    // A single attempt (`tryOnce`) also fails when the connection ends before the server has answered. Socket.IO reports
    // that as a disconnect only, and does not try again.
    if (!reason.startsWith('io ') && !socket.io.reconnection()) events.failed();
  });
  // The socket stays active after a failed attempt, but not after a refusal of the server.
  socket.on('connect_error', (error) => {
    if (socket.active) events.failed();
    else events.refused(refusalCode(error));
  });
  socket.io.on('reconnect_failed', () => events.gaveUp());
  socket.io.on('ping', () => events.alive());
  socket.onAny((event: string, payload: unknown) => events.received(event, payload));
}

function createTransport(socket: Socket): SocketTransport {
  const { io } = socket;
  return {
    connect: () => {
      socket.disconnect();
      io.reconnection(true);
      socket.connect();
    },
    tryOnce: () => {
      socket.disconnect();
      io.reconnection(false);
      socket.connect();
    },
    drop: () => void io.engine.close(),
    hangUp: () => void socket.disconnect(),
    connected: () => socket.connected,
    emit: (event, payload, timeoutMs) =>
      socket.timeout(timeoutMs).emitWithAck(event, ...(payload === undefined ? [] : [payload])),
  };
}

/** Socket.IO's `auth` callback: passes the credentials, unless the attempt that requested them has ended. */
function authCallbackFor(credentials: LoadCredentials, socket: () => Socket) {
  return (answer: (data: object) => void) => {
    const { engine } = socket().io;
    void credentials().then((data) => {
      if (socket().io.engine === engine && engine.readyState === 'open') answer(data);
    });
  };
}

/** Creates a transport over Socket.IO to `url`, by default to the origin of the page. */
export function createSocketIoTransport(url?: string): OpenTransport {
  return async (events, credentials) => {
    const { io } = await import('socket.io-client');
    const auth = authCallbackFor(credentials, () => socket);
    const socket: Socket =
      url === undefined ? io({ ...socketOptions, auth }) : io(url, { ...socketOptions, auth });
    forwardEvents(socket, events);
    return createTransport(socket);
  };
}
