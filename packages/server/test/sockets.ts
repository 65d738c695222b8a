import type { Ack, ClientEventName, ServerEventName, ServerPayload } from '@guilda/contract/socket';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import { expect } from 'vitest';
import type { TestPerson } from './harness.ts';

/** One event as it arrived. */
export interface Heard {
  readonly event: string;
  readonly payload: unknown;
}

/** A real Socket.IO client that keeps all it hears, in order. */
export interface TestSocket {
  readonly wire: Socket;
  readonly heard: readonly Heard[];
  /** Sends an event and resolves to its acknowledgement. */
  send<N extends ClientEventName>(event: N, payload?: unknown): Promise<Ack<N>>;
  /** Payloads of one event so far. */
  all<N extends ServerEventName>(event: N): ServerPayload<N>[];
  /** Resolves once `count` payloads of an event are there, to all of them. */
  until<N extends ServerEventName>(event: N, count?: number): Promise<ServerPayload<N>[]>;
  close(): void;
}

type Options = Partial<ManagerOptions & SocketOptions>;

/** Opens a socket without registering; resolves once connected, rejects with the `connect_error`. */
export async function openSocket(
  url: string,
  auth: Record<string, unknown>,
  options: Options = {},
): Promise<TestSocket> {
  const wire = io(url, { transports: ['websocket'], forceNew: true, auth, ...options });
  const heard: Heard[] = [];
  wire.onAny((event: string, payload: unknown) => heard.push({ event, payload }));
  const all = (event: string) =>
    heard.filter((one) => one.event === event).map(({ payload }) => payload);
  await new Promise<void>((resolve, reject) => {
    const fail = (error: Error) => {
      wire.disconnect();
      reject(error);
    };
    wire.once('connect_error', fail);
    wire.once('connect', () => {
      // From here on it comes back by itself, as any client does.
      wire.off('connect_error', fail);
      resolve();
    });
  });
  return {
    wire,
    heard,
    send: (event, payload) =>
      wire.timeout(10_000).emitWithAck(event, ...(payload === undefined ? [] : [payload])),
    all: all as TestSocket['all'],
    until: (async (event: string, count = 1) => {
      await expect.poll(() => all(event).length, { interval: 10 }).toBeGreaterThanOrEqual(count);
      return all(event);
    }) as TestSocket['until'],
    close: () => wire.disconnect(),
  };
}

/** A registered socket of a person. */
export async function connect(
  url: string,
  person: Pick<TestPerson, 'uid' | 'tokens'>,
  options: Options = {},
): Promise<TestSocket> {
  const socket = await openSocket(url, { token: person.tokens.accessToken }, options);
  const registered = await socket.send('register', person.uid);
  if (!registered.ok) throw new Error(registered.error);
  return socket;
}
