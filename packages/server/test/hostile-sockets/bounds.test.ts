import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectSocket } from '../fixtures/clients/sockets.ts';
import { startTestApp, type TestApp, type TestPerson } from '../fixtures/server/test-app.ts';
import { openSession } from './polling-session.ts';
import {
  buildFrame,
  isClosedAtOnce,
  opcodes,
  openWebSocket,
  sendAndReceive,
  waitForEvent,
} from './raw-websocket.ts';

let app: TestApp;
let ana: TestPerson;
const openedSockets: Socket[] = [];
beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signIn('Ana');
});
afterEach(() => {
  for (const socket of openedSockets.splice(0)) socket.destroy();
});
afterAll(() => app.close());

const connectPacket = (moreFields: object = {}) =>
  `40${JSON.stringify({ token: ana.tokens.accessToken, ...moreFields })}`;

/** A Socket.IO packet that signs in and is `bytes` long, without the `4` of Engine.IO before it. */
function paddedConnect(bytes: number): string {
  const padding = bytes + 1 - Buffer.byteLength(connectPacket({ more: '' }));
  return connectPacket({ more: 'x'.repeat(padding) }).slice(1);
}

async function openConnection(options: { headers?: string; query?: string } = {}): Promise<Socket> {
  const socket = await openWebSocket({ port: Number(new URL(app.url).port), ...options });
  openedSockets.push(socket);
  return socket;
}

/** Opens a connection on which a person has signed in. */
async function openSignedIn(): Promise<Socket> {
  const socket = await openConnection();
  await sendAndReceive(socket, [connectPacket()]);
  return socket;
}

/** Whether the server still answers this connection. */
async function doesAnswer(socket: Socket): Promise<boolean> {
  if (socket.destroyed) return false;
  socket.write(buildFrame(opcodes.text, '427["userActivity"]'));
  await waitForEvent(socket, 'data');
  return !socket.destroyed;
}

const typingPacket = (size: number) => `42["userTyping","${'x'.repeat(size - 18)}"]`;

describe('a connection is closed at once', () => {
  const binaryEvent = '451-["userTyping",{"_placeholder":true,"num":0}]';

  it.each([
    ['announces bytes', () => buildFrame(opcodes.text, binaryEvent)],
    [
      'acknowledges with bytes',
      () => buildFrame(opcodes.text, '461-7[{"_placeholder":true,"num":0}]'),
    ],
    ['sends a binary frame', () => buildFrame(opcodes.binary, 'x')],
    ['sends bytes as text', () => buildFrame(opcodes.text, 'bAAAA')],
    ['sends a packet of more than 64 KB', () => buildFrame(opcodes.text, typingPacket(65_537))],
    ['begins one', () => buildFrame(opcodes.text, 'x', { declared: 65_537 })],
    [
      'sends one in many pieces',
      () =>
        Buffer.concat([
          buildFrame(opcodes.text, 'x', { last: false }),
          ...Array.from({ length: 100 }, () =>
            buildFrame(opcodes.continuation, 'x', { last: false }),
          ),
        ]),
    ],
  ])('that %s after it has signed in', async (_, attack) => {
    const bystander = await connectSocket(app.url, ana);
    const socket = await openSignedIn();
    expect(await doesAnswer(socket)).toBe(true);
    socket.write(attack());
    expect(await isClosedAtOnce(socket)).toBe(true);
    expect(await bystander.send('userActivity')).toEqual({ ok: true });
    bystander.close();
  });

  it.each([
    ['announces bytes', () => buildFrame(opcodes.text, binaryEvent)],
    ['sends a binary frame', () => buildFrame(opcodes.binary, 'x')],
    [
      'sends more than 16 KB',
      () => buildFrame(opcodes.text, connectPacket({ more: 'x'.repeat(18_000) })),
    ],
    [
      'sends a packet of one byte more than 16 KB',
      () => buildFrame(opcodes.text, `4${paddedConnect(16 * 1024 + 1)}`),
    ],
    ['begins to', () => buildFrame(opcodes.text, 'x'.repeat(18_000), { declared: 60_000 })],
    [
      'sends more than 16 KB bit by bit',
      () => Buffer.concat(Array(3_000).fill(buildFrame(opcodes.text, '3'))),
    ],
  ])('that %s before it has signed in', async (_, attack) => {
    const socket = await openConnection();
    socket.write(attack());
    expect(await isClosedAtOnce(socket)).toBe(true);
  });
});

it('a connection is closed together with the socket of its person', async () => {
  const socket = await openSignedIn();
  const answerPromise = new Promise<Buffer>((resolve) => socket.once('data', resolve));
  socket.write(buildFrame(opcodes.text, '41'));
  // The first byte of a close frame that is not fragmented.
  expect((await answerPromise)[0]).toBe(0x88);
});

describe('an allowed connection', () => {
  it('sends up to 16 KB to sign in', async () => {
    const socket = await openConnection();
    await sendAndReceive(socket, [`4${paddedConnect(16 * 1024)}`]);
    expect(await doesAnswer(socket)).toBe(true);
  });

  it('sends packets of 64 KB afterwards, whole or in a few pieces', async () => {
    const socket = await openSignedIn();
    socket.write(buildFrame(opcodes.text, typingPacket(65_536)));
    const [first, rest] = [
      typingPacket(60_000).slice(0, 30_000),
      typingPacket(60_000).slice(30_000),
    ];
    socket.write(buildFrame(opcodes.text, first, { last: false }));
    socket.write(buildFrame(opcodes.continuation, rest));
    expect(await doesAnswer(socket)).toBe(true);
  });

  it('may request over WebSocket whether a person is online', async () => {
    const socket = await openSignedIn();
    const pongPromise = new Promise<Buffer>((resolve) => socket.once('data', resolve));
    socket.write(buildFrame(opcodes.ping, 'oi'));
    expect(String(await pongPromise)).toContain('oi');
  });
});

describe('a request of the transport', () => {
  it.each([
    ['by scripts of old browsers', '&transport=polling&j=0'],
    ['with thousands of parameters', `&transport=polling${'&a'.repeat(1_000)}`],
  ])('%s is refused', async (_, query) => {
    expect((await app.fetch(`/socket.io/?EIO=4${query}`)).status).toBe(400);
  });

  it('for another WebSocket of the same session is refused', async () => {
    const session = await openSession(app.url, connectPacket());
    const firstConnection = await openConnection({ query: `&sid=${session.sid}` });
    expect(firstConnection.destroyed).toBe(false);
    const secondConnection = await openConnection({ query: `&sid=${session.sid}` });
    expect(await isClosedAtOnce(secondConnection)).toBe(true);
  });
});

describe('a polling session', () => {
  it('may send 256 KB at once in packets of 64 KB', async () => {
    const session = await openSession(app.url, connectPacket());
    const packets = Array.from({ length: 4 }, () => typingPacket(65_000));
    expect(await session.post(packets.join('\x1e'))).toBe(200);
    expect(await session.isAlive()).toBe(true);
  });

  it.each([
    ['a body of more than 256 KB', () => 'x'.repeat(262_145)],
    ['a packet of more than 64 KB', () => typingPacket(65_537)],
    ['bytes as text', () => 'bAAAA'],
    ['an event that announces bytes', () => '451-["userTyping",{"_placeholder":true,"num":0}]'],
  ])('that sends %s is ended', async (_, body) => {
    const session = await openSession(app.url, connectPacket());
    await session.post(body());
    expect(await session.isAlive()).toBe(false);
  });

  it('that sends more than 16 KB before signing in is closed', async () => {
    const session = await openSession(app.url);
    await session.post('x'.repeat(18_000));
    expect(await session.isAlive()).toBe(false);
  });
});
