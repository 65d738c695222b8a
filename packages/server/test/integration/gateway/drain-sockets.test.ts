import { mkdtemp, rm } from 'node:fs/promises';
import { connect as connectTcp, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connectSocket } from '../../fixtures/clients/sockets.ts';
import { signInAs } from '../../fixtures/data/people.ts';
import { createNode } from '../../fixtures/server/node-process.ts';
import { createTestDatabase } from '../../fixtures/server/test-database.ts';

/** Opens a WebSocket that then neither reads nor answers. */
async function openSilentSocket(port: number): Promise<Socket> {
  const socket = connectTcp(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\n' +
      'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n',
  );
  await new Promise((resolve) => socket.once('data', resolve));
  socket.pause();
  return socket;
}

describe('SIGTERM', () => {
  it('disconnects sockets so that they reconnect, and ends with code 0 within 10 s', async () => {
    const database = await createTestDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'guilda-drain-'));
    const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir, SEED_DEMO: '0' };
    const node = await createNode({ ...settings, LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '1000' });
    await node.start();
    const people = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        signInAs(node.url, `p${n}@pessoas.example`, `Pessoa ${n}`),
      ),
    );
    const sockets = await Promise.all(
      people.map((person, n) =>
        connectSocket(node.url, person, { transports: [n % 2 === 0 ? 'websocket' : 'polling'] }),
      ),
    );
    const silentSocket = await openSilentSocket(node.port);
    const disconnections = sockets.map(
      ({ wire }) => new Promise((resolve) => wire.once('disconnect', resolve)),
    );
    const startedAt = performance.now();
    expect(await node.stop()).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    for (const reason of await Promise.all(disconnections)) {
      expect(['transport close', 'transport error']).toContain(reason);
    }
    // An active socket reconnects by itself, which a refused one would not do; `test/nodes` tests the reconnection.
    expect(sockets.map(({ wire }) => wire.active)).toEqual(sockets.map(() => true));
    for (const socket of sockets) socket.close();
    silentSocket.destroy();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
});
