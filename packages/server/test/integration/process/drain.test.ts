import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../fixtures/server/test-app.ts';
import { createTestDatabase } from '../../fixtures/server/test-database.ts';

/** A client that announces a body and never sends all of it. */
async function sendUnfinishedRequest(app: TestApp): Promise<Socket> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const requestHead = 'POST /api/auth/logout HTTP/1.1\r\nHost: a\r\nContent-Type: application/json';
  socket.write(`${requestHead}\r\nContent-Length: 1000\r\n\r\n{`);
  // Once the server has answered this second request, it has also received the unfinished one.
  await app.fetch('/healthz');
  return socket;
}

describe('the end of the program', () => {
  it('does not wait for a client that never finishes its request', async () => {
    const app = await startTestApp({ graceMs: 50 });
    const socket = await sendUnfinishedRequest(app);
    const closePromise = once(socket, 'close');
    await app.close();
    await closePromise;
    expect(socket.destroyed).toBe(true);
  });

  it('does not wait for a connection without a request', async () => {
    const database = await createTestDatabase();
    const app = await startTestApp({ database, graceMs: 60_000 });
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    await app.fetch('/healthz');
    const startedAt = performance.now();
    await app.close();
    const ms = performance.now() - startedAt;
    // Dropping a database is not measured, because it waits for a checkpoint of the engine that all tests share.
    await database.drop();
    expect(ms).toBeLessThan(30_000);
  });

  it('answers reads with 503 for the proxy, and still executes writes meanwhile', async () => {
    const app = await startTestApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
    const closePromise = app.close();
    // All requests begin at once, because the port stays open only for a moment.
    const [readResponse, readiness, health, writeResponse] = await Promise.all([
      app.fetch('/api/games'),
      app.fetch('/readyz'),
      app.fetch('/healthz'),
      app.fetch('/api/auth/logout', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refreshToken: 'of nobody' }),
      }),
    ]);
    expect(readResponse.status).toBe(503);
    expect(readResponse.headers.get('connection')).toBe('close');
    // The header by which `deploy/Caddyfile` recognises a draining node.
    expect(readResponse.headers.get('guilda-leaving')).toBe('1');
    expect(readiness.status).toBe(503);
    expect(health.status).toBe(200);
    expect(writeResponse.status).toBeLessThan(500);
    expect(writeResponse.headers.has('guilda-leaving')).toBe(false);
    await closePromise;
    await expect(app.fetch('/healthz')).rejects.toThrow();
  });
});
