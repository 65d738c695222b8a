import { randomBytes } from 'node:crypto';
import { createConnection, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Addresses of a client and its server, and what the client adds to the handshake. */
export interface RawOptions {
  readonly port: number;
  /** The loopback address from which the client connects. */
  readonly from?: string;
  /** Additional header lines of the handshake, each with its line end. */
  readonly headers?: string;
  readonly query?: string;
}

/** Opcodes of WebSocket frames. */
export const opcodes = { continuation: 0, text: 1, binary: 2, ping: 9 } as const;

/**
 * A frame as a client sends it, masked with zeros. `declared` is the length in its header, which may exceed the actual
 * length; `last` is false for a fragment that others follow.
 */
export function buildFrame(
  opcode: number,
  payload: string | Buffer,
  { declared, last = true }: { readonly declared?: number; readonly last?: boolean } = {},
): Buffer {
  const body = Buffer.from(payload);
  const length = declared ?? body.length;
  const firstByte = (last ? 0x80 : 0) | opcode;
  const mask = [0, 0, 0, 0];
  if (length < 126) return Buffer.concat([Buffer.from([firstByte, 0x80 | length, ...mask]), body]);
  if (length < 65_536) {
    const head = [firstByte, 0x80 | 126, length >> 8, length & 0xff, ...mask];
    return Buffer.concat([Buffer.from(head), body]);
  }
  const head = Buffer.alloc(14);
  head[0] = firstByte;
  head[1] = 0x80 | 127;
  head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, body]);
}

/** Resolves when an event occurs on a connection, or when the connection ends. */
export function waitForEvent(socket: Socket, event: 'connect' | 'data' | 'close'): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) resolve();
    socket.once(event, () => resolve());
    socket.once('close', () => resolve());
  });
}

/** Whether the server closes a connection within 5 s, so that no timeout of the server can be the reason. */
export async function isClosedAtOnce(socket: Socket): Promise<boolean> {
  await Promise.race([waitForEvent(socket, 'close'), delay(5_000)]);
  return socket.destroyed;
}

/** Opens a TCP connection; a disconnect at any time is not an error. */
export async function openTcp({ port, from }: RawOptions): Promise<Socket> {
  const socket = createConnection({
    host: '127.0.0.1',
    port,
    noDelay: true,
    ...(from === undefined ? {} : { localAddress: from }),
  });
  socket.on('error', () => undefined);
  await waitForEvent(socket, 'connect');
  return socket;
}

/** Opens a WebSocket whose bytes the caller controls; resolves once it is open or has ended. */
export async function openWebSocket(options: RawOptions): Promise<Socket> {
  const socket = await openTcp(options);
  const key = randomBytes(16).toString('base64');
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket${options.query ?? ''} HTTP/1.1\r\nHost: 127.0.0.1\r\n` +
      `Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n` +
      `Sec-WebSocket-Key: ${key}\r\n${options.headers ?? ''}\r\n`,
  );
  await waitForEvent(socket, 'data');
  return socket;
}

/** Sends texts as frames one at a time, each after the answer to the previous one. */
export async function sendAndReceive(socket: Socket, messages: readonly string[]): Promise<void> {
  for (const text of messages) {
    if (socket.destroyed) return;
    const answerPromise = waitForEvent(socket, 'data');
    socket.write(buildFrame(opcodes.text, text));
    await answerPromise;
  }
}
