import { limits } from '@guilda/contract/limits';
import type { Socket } from 'socket.io-client';
import type { Credentials, OpenWire, Wire, WireEvents } from './ports.ts';

/** No wait between tries is longer, so that what was missed shows soon after the network returns. */
const LONGEST_DELAY_MS = 2 * limits.socket.delayMs;

/** The numbers of `spec §9`; one connection for itself, so that nothing of another person clings to it. */
const options = {
  autoConnect: false,
  forceNew: true,
  transports: ['websocket', 'polling'],
  tryAllTransports: true,
  timeout: limits.socket.timeoutMs,
  reconnectionAttempts: limits.socket.attempts,
  reconnectionDelay: limits.socket.delayMs,
  reconnectionDelayMax: LONGEST_DELAY_MS,
};

function refusalCode(error: Error): string | null {
  const { data } = error as { data?: { code?: unknown } };
  return typeof data?.code === 'string' ? data.code : null;
}

function tell(socket: Socket, events: WireEvents): void {
  socket.on('connect', () => {
    socket.io.reconnection(true);
    events.connected();
  });
  socket.on('disconnect', (reason) => events.disconnected(reason === 'io server disconnect'));
  // The server's own refusals carry data; anything else is a try that did not get through.
  socket.on('connect_error', (error) => {
    if (socket.active) events.failed();
    else events.refused(refusalCode(error));
  });
  socket.io.on('reconnect_failed', () => events.gaveUp());
  socket.io.on('ping', () => events.alive());
  socket.onAny((event: string, payload: unknown) => events.heard(event, payload));
}

function wireOf(socket: Socket): Wire {
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

/** Hands over the credentials, unless the transport that asked has been given up meanwhile. */
function answerWith(credentials: Credentials, socket: () => Socket) {
  return (answer: (data: object) => void) => {
    const { engine } = socket().io;
    void credentials().then((data) => {
      if (socket().io.engine === engine && engine.readyState === 'open') answer(data);
    });
  };
}

/** A wire over Socket.IO to `url`, by default to where the page came from. */
export function socketIoWire(url?: string): OpenWire {
  return async (events, credentials) => {
    const { io } = await import('socket.io-client');
    const auth = answerWith(credentials, () => socket);
    const socket: Socket =
      url === undefined ? io({ ...options, auth }) : io(url, { ...options, auth });
    tell(socket, events);
    return wireOf(socket);
  };
}
