import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openRawSocket } from '../fixtures/clients/raw-socket.ts';
import { connectSocket, openSocket, type TestSocket } from '../fixtures/clients/sockets.ts';
import { holdTransaction } from '../fixtures/server/hold-transaction.ts';
import { startTestApp, type TestApp, type TestPerson } from '../fixtures/server/test-app.ts';
import { buildFrame, isClosedAtOnce, opcodes, openWebSocket } from './raw-websocket.ts';

const MAX_CONNECTIONS = 4;

let app: TestApp;
const openedConnections: { close(): void }[] = [];
afterEach(async () => {
  for (const socket of openedConnections.splice(0)) socket.close();
  await app.close();
});

async function startWithPeople(env: Readonly<Record<string, string>>): Promise<TestPerson[]> {
  app = await startTestApp({ env: { SOCKETS_PER_ACCOUNT: `${MAX_CONNECTIONS}`, ...env } });
  return [await app.signIn('Ana'), await app.signIn('Bia'), await app.signIn('Caio')];
}

async function connectOnline(
  person: TestPerson,
  transportNames = ['websocket'],
): Promise<TestSocket> {
  const socket = await connectSocket(app.url, person, {
    transports: transportNames,
    reconnection: false,
  });
  openedConnections.push(socket);
  return socket;
}

const connectMany = (person: TestPerson, count: number, transports?: string[]) =>
  Promise.all(Array.from({ length: count }, () => connectOnline(person, transports)));

/** The error with which a new connection of a person is refused; null when it is accepted. */
async function connectionRefusal(person: TestPerson, authFields: object = {}): Promise<unknown> {
  try {
    const auth = { token: person.tokens.accessToken, ...authFields };
    const socket = await openSocket(app.url, auth, { reconnection: false });
    socket.close();
    return null;
  } catch (error) {
    return (error as { data?: unknown }).data;
  }
}

/** Opens a connection without signing in. */
async function openWithoutSignIn(fromAddress = '127.0.0.1'): Promise<Socket> {
  const socket = await openWebSocket({ port: Number(new URL(app.url).port), from: fromAddress });
  openedConnections.push({ close: () => socket.destroy() });
  return socket;
}

const tooManySocketsRefusal = { code: 'too_many_sockets', error: expect.stringContaining('Feche') };

describe('an account', () => {
  it('with too many connections gets an error, and does not affect others', async () => {
    const [ana, bia] = (await startWithPeople({})) as [TestPerson, TestPerson];
    const [first, second] = await connectMany(ana, MAX_CONNECTIONS);
    expect(await connectionRefusal(ana)).toEqual(tooManySocketsRefusal);
    expect(await connectionRefusal(bia)).toBeNull();
    first?.close();
    await expect.poll(() => connectionRefusal(ana)).toBeNull();
    expect(await second?.send('userActivity')).toEqual({ ok: true });
  });

  it('does not count a connection that closed while its identity was checked', async () => {
    const [ana] = (await startWithPeople({})) as [TestPerson];
    await using sessionsLock = await holdTransaction(app.pool, [
      'LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE',
    ]);
    const sockets = await Promise.all(
      Array.from({ length: MAX_CONNECTIONS }, () => openWithoutSignIn()),
    );
    const packet = buildFrame(
      opcodes.text,
      `40${JSON.stringify({ token: ana.tokens.accessToken })}`,
    );
    for (const socket of sockets) socket.write(packet);
    await sessionsLock.waitForWaiters(MAX_CONNECTIONS);
    for (const socket of sockets) socket.destroy();
    // Once the server answers a connection that was opened later, it has processed the last disconnect.
    await openWithoutSignIn();
    await sessionsLock.commit();
    await connectMany(ana, MAX_CONNECTIONS);
  });

  it('counts a connection that upgrades from polling to WebSocket once', async () => {
    const [ana] = (await startWithPeople({})) as [TestPerson];
    const sockets = await connectMany(ana, MAX_CONNECTIONS, ['polling', 'websocket']);
    await expect
      .poll(() => sockets.map(({ wire }) => wire.io.engine.transport.name))
      .toEqual(Array(MAX_CONNECTIONS).fill('websocket'));
    expect(await connectionRefusal(ana)).toEqual(tooManySocketsRefusal);
    for (const socket of sockets) expect(await socket.send('userActivity')).toEqual({ ok: true });
  });

  it('accepts a client again whose earlier connection was never closed', async () => {
    const [ana] = (await startWithPeople({})) as [TestPerson];
    const [ghost, living] = (await connectMany(ana, MAX_CONNECTIONS)) as [TestSocket, TestSocket];
    const disconnectPromise = new Promise((resolve) => ghost.wire.once('disconnect', resolve));
    const { _pid: pid } = ghost.wire as unknown as { _pid: string };
    expect(await connectionRefusal(ana, { pid, offset: '0' })).toBeNull();
    await disconnectPromise;
    expect(await living.send('userActivity')).toEqual({ ok: true });
  });
});

describe('an address', () => {
  it('keeps its newest connections without a sign-in and closes the oldest', async () => {
    await startWithPeople({ SOCKETS_PER_ADDRESS: '3' });
    const strangers: Socket[] = [];
    for (let n = 0; n < 5; n += 1) strangers.push(await openWithoutSignIn());
    const [first, second, ...others] = strangers as [Socket, Socket, ...Socket[]];
    expect(await Promise.all([first, second].map(isClosedAtOnce))).toEqual([true, true]);
    expect(others.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
  });

  it('accepts everybody who signs in, however many are connected', async () => {
    const people = await startWithPeople({ SOCKETS_PER_ADDRESS: '3' });
    const sockets: TestSocket[] = [];
    for (const person of people) {
      for (let n = 0; n < MAX_CONNECTIONS; n += 1) {
        await openWithoutSignIn();
        sockets.push(await connectOnline(person));
      }
    }
    for (const socket of sockets) expect(await socket.send('userActivity')).toEqual({ ok: true });
  });
});

describe('a node', () => {
  it('that is full refuses connections, and accepts one again when another closes', async () => {
    const [ana, bia, caio] = (await startWithPeople({
      SOCKETS_PER_NODE: `${MAX_CONNECTIONS + 1}`,
    })) as [TestPerson, TestPerson, TestPerson];
    const sockets = [...(await connectMany(ana, MAX_CONNECTIONS)), await connectOnline(bia)];
    expect(await connectionRefusal(caio)).toMatchObject({ code: 'node_full' });
    sockets[0]?.close();
    await expect.poll(() => connectionRefusal(caio)).toBeNull();
  });

  it('keeps the newest connections without a sign-in, over all addresses', async () => {
    await startWithPeople({ SOCKETS_PER_ADDRESS: '2', SOCKETS_PER_NODE: '12' });
    const strangers: Socket[] = [];
    for (let n = 1; n <= 4; n += 1) strangers.push(await openWithoutSignIn(`127.0.0.${n}`));
    const [first, ...others] = strangers as [Socket, ...Socket[]];
    expect(await isClosedAtOnce(first)).toBe(true);
    expect(others.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
  });

  it('does not count refused connections', async () => {
    const [ana] = (await startWithPeople({ SOCKETS_PER_NODE: `${MAX_CONNECTIONS}` })) as [
      TestPerson,
    ];
    for (let n = 0; n < 12; n += 1)
      openedConnections.push(await openRawSocket(app.url, { token: 'x' }));
    await connectMany(ana, MAX_CONNECTIONS);
  });
});
