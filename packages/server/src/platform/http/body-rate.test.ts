import { type AddressInfo, connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { enforceBodyRate } from './body-rate.ts';

const SLOW_PACE = { bytes: 1000, ms: 100 };

let app: FastifyInstance;
/** Number of body bytes that the program has read; -1 before it has the headers. */
let readBytes: number;

const advancePaces = (paceCount = 1) => vi.advanceTimersByTime(paceCount * SLOW_PACE.ms);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  readBytes = -1;
  app = Fastify({ forceCloseConnections: true });
  enforceBodyRate(app, SLOW_PACE);
  app.addContentTypeParser('*', (_request, payload, done) => {
    readBytes = 0;
    payload.on('data', (chunk: Buffer) => {
      readBytes += chunk.length;
    });
    payload.on('end', () => done(null, readBytes));
  });
  app.post('/', async (request) => {
    // Time that the program spends on a complete body is not counted against the sender.
    advancePaces(3);
    return { bytes: request.body };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

/** Waits without advancing the measured time. */
async function waitUntilReceived(bytes: number): Promise<void> {
  while (readBytes < bytes) await setImmediate();
}

/** Sends `pieces` of a body of `totalBytes` bytes, one per measuring interval, and returns the answer. */
async function sendPieces(pieces: readonly number[], totalBytes: number): Promise<string> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => {
    answer += data.toString();
  });
  socket.on('error', () => undefined);
  const closePromise = new Promise((resolve) => socket.once('close', resolve));
  socket.write(
    `POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: x/y\r\ncontent-length: ${totalBytes}\r\n\r\n`,
  );
  await waitUntilReceived(0);
  let sentBytes = 0;
  for (const bytes of pieces) {
    socket.write(Buffer.alloc(bytes));
    sentBytes += bytes;
    await waitUntilReceived(sentBytes);
    advancePaces();
  }
  await closePromise;
  return answer;
}

describe('the minimum rate of a request body', () => {
  it('allows a slow body that arrives steadily', async () => {
    expect(await sendPieces(Array(12).fill(1500), 18_000)).toContain('{"bytes":18000}');
  });

  it('ends a body that arrives too slowly', async () => {
    expect(await sendPieces([10], 400)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('ends a body that stops after a fast start', async () => {
    expect(await sendPieces([50_000, 0], 51_000)).toMatch(/^HTTP\/1\.1 408 /);
  });
});
