import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import {
  buildFrame,
  opcodes,
  openTcp,
  openWebSocket,
  type RawOptions,
  sendAndReceive,
  waitForEvent,
} from './raw-websocket.ts';

/** The attacker's own account. */
export interface AttackerAccount {
  readonly uid: string;
  readonly token: string;
}

/** Opens one hostile connection and runs its attack; the connection stays open as long as the server allows. */
export type RunAttack = (options: RawOptions, identity: AttackerAccount) => Promise<Socket>;

/** Length that the header of an oversized frame announces, in bytes. */
const DECLARED_BYTES = 1_000_000;
/** Size of the largest frame that a signed-in connection may send, minus one byte. */
const FRAME_BYTES = 65_535;
/** Size of the largest body of a polling request, in bytes. */
const MAX_BODY_BYTES = 256 * 1024;
/** About as many headers as Node reads in one request, each as short as possible. */
const manyHeaders = Array.from({ length: 1_800 }, (_, n) => `${n.toString(36)}:\r\n`).join('');

/** About as many query parameters as fit into a URL. */
const manyParameters = Array.from({ length: 3_000 }, (_, n) => `&${n.toString(36)}`).join('');

const connectPacket = ({ token }: AttackerAccount, moreAuthFields: object = {}) =>
  `40${JSON.stringify({ token, ...moreAuthFields })}`;

/** Opens a WebSocket on which a person has signed in and registered. */
async function openRegistered(
  options: RawOptions,
  identity: AttackerAccount,
  moreAuthFields?: object,
): Promise<Socket> {
  const socket = await openWebSocket(options);
  await sendAndReceive(socket, [
    connectPacket(identity, moreAuthFields),
    `420["register","${identity.uid}"]`,
  ]);
  return socket;
}

/** Announces ten attachments and sends all but the last. */
function sendAttachments(socket: Socket): void {
  socket.write(buildFrame(opcodes.text, '4510-["userTyping",{"_placeholder":true,"num":0}]'));
  for (let n = 0; n < 9; n += 1)
    socket.write(buildFrame(opcodes.binary, Buffer.alloc(DECLARED_BYTES)));
}

/** Sends a frame without its last byte. */
function sendPartial(socket: Socket, size: number): void {
  socket.write(buildFrame(opcodes.text, Buffer.alloc(size - 1, 'x'), { declared: size }));
}

/** Sends a message in fragments of one byte, without an end. */
async function sendFragments(socket: Socket): Promise<void> {
  socket.write(buildFrame(opcodes.text, 'x', { last: false }));
  const fragments = Buffer.concat(
    Array.from({ length: 500 }, () => buildFrame(opcodes.continuation, 'x', { last: false })),
  );
  for (let n = 0; n < 20 && !socket.destroyed; n += 1) {
    socket.write(fragments);
    await delay(50);
  }
}

/** Sends a frame byte by byte, each in its own TCP packet. */
async function sendSlowly(socket: Socket): Promise<void> {
  socket.write(buildFrame(opcodes.text, '', { declared: 16_000 }));
  for (let n = 0; n < 2_000 && !socket.destroyed; n += 1) {
    socket.write('x');
    await delay(1);
  }
}

/** Requests answers without reading any. */
async function requestWithoutReading(socket: Socket, packet: Buffer): Promise<void> {
  socket.pause();
  const packets = Buffer.concat(Array.from({ length: 4 }, () => packet));
  for (let n = 0; n < 40 && !socket.destroyed; n += 1) {
    socket.write(packets);
    await delay(250);
  }
}

const attackOn =
  (
    open: typeof openWebSocket | typeof openRegistered,
    attack: (socket: Socket) => unknown,
  ): RunAttack =>
  async (options, identity) => {
    const socket = await open(options, identity);
    void Promise.resolve(attack(socket));
    return socket;
  };

const anonymousAttacks: readonly RunAttack[] = [
  attackOn(openWebSocket, sendAttachments),
  attackOn(openWebSocket, (socket) => sendPartial(socket, DECLARED_BYTES)),
  attackOn(openWebSocket, (socket) => sendPartial(socket, 16_000)),
  attackOn(openWebSocket, sendFragments),
  attackOn(openWebSocket, sendSlowly),
  attackOn(openWebSocket, (socket) =>
    requestWithoutReading(socket, buildFrame(opcodes.ping, Buffer.alloc(125))),
  ),
  (options) => openWebSocket({ ...options, headers: manyHeaders }),
  (options) => openWebSocket({ ...options, query: manyParameters }),
];

const nestedArrays = JSON.parse(`[${'[],'.repeat(3_000)}0]`);

const signedInAttacks: readonly RunAttack[] = [
  attackOn(openRegistered, sendAttachments),
  attackOn(openRegistered, (socket) => sendPartial(socket, DECLARED_BYTES)),
  attackOn(openRegistered, (socket) => sendPartial(socket, FRAME_BYTES)),
  attackOn(openRegistered, sendFragments),
  attackOn(openRegistered, (socket) => socket.write(buildFrame(opcodes.ping, ''))),
  (options, identity) => openRegistered(options, identity, { nested: nestedArrays }),
];

/** Sends an HTTP request and resolves to the text of the answer; the connection is closed then. */
async function sendRawRequest(options: RawOptions, head: string, body = ''): Promise<string> {
  const socket = await openTcp(options);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(`${head} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n`);
  socket.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  await waitForEvent(socket, 'close');
  return answer;
}

const pollingPath = '/socket.io/?EIO=4&transport=polling';

/** Opens a polling session; resolves to its URL. */
async function openPolling(options: RawOptions, identity: AttackerAccount | null): Promise<string> {
  const sid =
    /"sid":"([^"]+)"/.exec(await sendRawRequest(options, `GET ${pollingPath}`))?.[1] ?? '';
  const sessionPath = `${pollingPath}&sid=${sid}`;
  if (identity) {
    await sendRawRequest(options, `POST ${sessionPath}`, connectPacket(identity));
    await sendRawRequest(options, `GET ${sessionPath}`);
  }
  return sessionPath;
}

/** Creates an attack that opens a polling session and keeps one request of it open. */
const holdingRequest =
  (headOf: (sessionPath: string) => string, body: string, asWho: 'nobody' | 'person'): RunAttack =>
  async (options, identity) => {
    const sessionPath = await openPolling(options, asWho === 'person' ? identity : null);
    const socket = await openTcp(options);
    socket.write(`${headOf(sessionPath)}\r\n\r\n${body}`);
    return socket;
  };

const pollingPost = (moreHeaders: string) => (sessionPath: string) =>
  `POST ${sessionPath} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain;charset=UTF-8\r\n${moreHeaders}`;

const pollingAttacks: readonly RunAttack[] = [
  holdingRequest(
    pollingPost(`Content-Length: ${MAX_BODY_BYTES}`),
    'x'.repeat(MAX_BODY_BYTES - 1),
    'person',
  ),
  holdingRequest(
    pollingPost(`Content-Length: ${MAX_BODY_BYTES}`),
    '😀'.repeat((MAX_BODY_BYTES - 4) / 4),
    'person',
  ),
  holdingRequest(
    pollingPost(`Content-Length: ${2 * DECLARED_BYTES}`),
    'x'.repeat(2 * DECLARED_BYTES - 1),
    'nobody',
  ),
  holdingRequest(
    pollingPost('Transfer-Encoding: chunked'),
    `${DECLARED_BYTES.toString(16)}\r\n${'x'.repeat(DECLARED_BYTES)}`,
    'nobody',
  ),
  holdingRequest(
    pollingPost(`Content-Length: ${MAX_BODY_BYTES}`),
    ['459-["x",{"_placeholder":true,"num":0}]', ...Array(9).fill(`b${'A'.repeat(20_000)}`)].join(
      '\x1e',
    ),
    'person',
  ),
  holdingRequest(
    (sessionPath) => `GET ${sessionPath} HTTP/1.1\r\nHost: 127.0.0.1\r\n${manyHeaders}`,
    '',
    'nobody',
  ),
];

const slowReaderAttacks: readonly RunAttack[] = [
  attackOn(openRegistered, (socket) =>
    requestWithoutReading(socket, buildFrame(opcodes.text, '427["userActivity"]')),
  ),
  attackOn(openRegistered, (socket) =>
    requestWithoutReading(socket, buildFrame(opcodes.text, '427["nothing of ours"]')),
  ),
  attackOn(openRegistered, (socket) =>
    requestWithoutReading(socket, buildFrame(opcodes.ping, Buffer.alloc(125))),
  ),
];

/** Behaves like an ordinary client: registers, sends activity, and waits. */
const honestTraffic: readonly RunAttack[] = [
  attackOn(openRegistered, (socket) =>
    socket.write(buildFrame(opcodes.text, '427["userActivity"]')),
  ),
  holdingRequest((sessionPath) => `GET ${sessionPath} HTTP/1.1\r\nHost: 127.0.0.1`, '', 'person'),
];

/** All kinds of hostile connections in all known variants, and ordinary connections. */
export const attackGroups = {
  honest: honestTraffic,
  anonymous: anonymousAttacks,
  'signed in': signedInAttacks,
  polling: pollingAttacks,
  'slow readers': slowReaderAttacks,
};

export type AttackKind = keyof typeof attackGroups;

/** Kinds of attacks, without the ordinary clients. */
export const hostileKinds = (Object.keys(attackGroups) as AttackKind[]).filter(
  (kind) => kind !== 'honest',
);
