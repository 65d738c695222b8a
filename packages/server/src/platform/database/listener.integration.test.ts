import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import { withClient } from '../../../test/fixtures/server/template-database.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/fixtures/server/test-database.ts';
import { createListener, type DatabaseListener } from './listener.ts';

let testDatabase: TestDatabase;
const cleanUps: (() => Promise<void> | void)[] = [];
beforeAll(async () => {
  testDatabase = await createTestDatabase({ empty: true });
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});
afterAll(() => testDatabase.drop());

function listenerOf(url: string) {
  const listener: DatabaseListener = createListener(url, quietLog);
  const payloads: string[] = [];
  let reconnectCount = 0;
  listener.on('news', (payload) => payloads.push(payload));
  listener.onReconnect(() => {
    reconnectCount += 1;
  });
  cleanUps.push(() => listener.stop());
  return { listener, payloads, returns: () => reconnectCount };
}

const sendNotify = (payload: string) =>
  withClient(testDatabase.url, (client) => client.query("SELECT pg_notify('news', $1)", [payload]));

const terminateConnections = () =>
  withClient(testDatabase.url, (client) =>
    client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'guilda listener' AND datname = current_database()`),
  );

/** Starts a proxy in front of PostgreSQL that can be closed, as if the server restarted. */
async function startGatedProxy() {
  const targetUrl = new URL(testDatabase.url);
  const sockets = new Set<Socket>();
  let isAway = false;
  let refusedCount = 0;
  let queryCount = 0;
  const server: Server = createServer((clientSocket) => {
    clientSocket.on('error', () => undefined);
    if (isAway) {
      refusedCount += 1;
      clientSocket.destroy();
      return;
    }
    const serverSocket = connect(Number(targetUrl.port || 5432), targetUrl.hostname);
    clientSocket.on('data', (bytes) => {
      queryCount += bytes.toString('latin1').split('SELECT 1').length - 1;
    });
    for (const [one, other] of [
      [clientSocket, serverSocket] as const,
      [serverSocket, clientSocket] as const,
    ]) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const closeProxy = () => {
    isAway = true;
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  cleanUps.push(() => {
    closeProxy();
    server.close();
  });
  const url = new URL(testDatabase.url);
  url.hostname = '127.0.0.1';
  url.port = String(portOf(server));
  return {
    url: url.href,
    closeProxy,
    open: () => {
      isAway = false;
    },
    refused: () => refusedCount,
    asked: () => queryCount,
  };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

describe('the listener', () => {
  it('receives notifications after their commit, in order', async () => {
    const { listener, payloads } = listenerOf(testDatabase.url);
    await listener.start();
    for (const word of ['um', 'dois', 'três']) await sendNotify(word);
    await expect.poll(() => payloads).toEqual(['um', 'dois', 'três']);
  });

  it('reconnects after a lost connection, calls the reconnect handlers and receives again', async () => {
    const { listener, payloads, returns } = listenerOf(testDatabase.url);
    await listener.start();
    for (const round of [1, 2, 3]) {
      await terminateConnections();
      await expect.poll(returns).toBe(round);
      await sendNotify(`${round}`);
      await expect.poll(() => payloads.at(-1)).toBe(`${round}`);
    }
  });

  it('reconnects within 5 s of the return of PostgreSQL, however long it was unavailable', async () => {
    const proxy = await startGatedProxy();
    const { listener, payloads, returns } = listenerOf(proxy.url);
    await listener.start();
    proxy.closeProxy();
    await sendNotify('ninguém ouve');
    await expect.poll(proxy.refused).toBeGreaterThan(1);
    proxy.open();
    await expect.poll(returns).toBe(1);
    await sendNotify('de volta');
    await expect.poll(() => payloads).toEqual(['de volta']);
  });

  it('asks once for all callers that come while a question is unanswered', async () => {
    const proxy = await startGatedProxy();
    const { listener } = listenerOf(proxy.url);
    await listener.start();
    const answers = await Promise.all(Array.from({ length: 20 }, () => listener.catchUp()));
    expect(new Set(answers)).toEqual(new Set([true]));
    expect(proxy.asked()).toBe(2);
    expect(await listener.catchUp()).toBe(true);
    expect(proxy.asked()).toBe(3);
  });

  it('fails to start without a database, and leaves no connection open', async () => {
    const proxy = await startGatedProxy();
    proxy.closeProxy();
    const { listener, returns } = listenerOf(proxy.url);
    await expect(listener.start()).rejects.toThrow();
    proxy.open();
    await listener.stop();
    expect(returns()).toBe(0);
  });

  it('stops at once: before its start, while it reconnects, and without an answer', async () => {
    const stoppedEarly = listenerOf(testDatabase.url);
    await stoppedEarly.listener.stop();
    const proxy = await startGatedProxy();
    const { listener } = listenerOf(proxy.url);
    await listener.start();
    proxy.closeProxy();
    const startedAt = performance.now();
    await listener.stop();
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    const silentServer = createServer(() => undefined);
    await new Promise<void>((resolve) => silentServer.listen(0, '127.0.0.1', resolve));
    cleanUps.push(() => void silentServer.close());
    const { listener: waitingListener } = listenerOf(
      `postgres://a@127.0.0.1:${portOf(silentServer)}/a`,
    );
    await expect(waitingListener.start()).rejects.toThrow();
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });
});
