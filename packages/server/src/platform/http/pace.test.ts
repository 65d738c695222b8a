import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requirePace } from './pace.ts';

const PACE = { bytes: 1000, ms: 100 };

let app: FastifyInstance;
beforeEach(async () => {
  app = Fastify({ forceCloseConnections: true });
  requirePace(app, PACE);
  app.addContentTypeParser('*', (_request, payload, done) => {
    let bytes = 0;
    payload.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    payload.on('end', () => done(null, bytes));
  });
  app.post('/', async (request) => {
    // Longer than the pace looks at: the work on a whole body is not the sender's.
    await new Promise((resolve) => setTimeout(resolve, 3 * PACE.ms));
    return { bytes: request.body };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

/** Sends `pieces` of a body, one every `everyMs`, and answers what comes back. */
async function send(pieces: readonly number[], everyMs: number): Promise<string> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => {
    answer += data.toString();
  });
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  const total = pieces.reduce((sum, bytes) => sum + bytes, 0);
  socket.write(
    `POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: x/y\r\ncontent-length: ${total}\r\n\r\n`,
  );
  for (const bytes of pieces) {
    if (socket.destroyed) break;
    socket.write(Buffer.alloc(bytes));
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  await closed;
  return answer;
}

describe('the pace of a body', () => {
  it('lets a body take many times the measure as long as it keeps coming', async () => {
    expect(await send(Array(12).fill(1500), 50)).toContain('{"bytes":18000}');
  });

  it('ends a body that trickles in', async () => {
    const answer = await send(Array(40).fill(10), 20);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('ends a body that stands still after a good start', async () => {
    expect(await send([50_000, 0, 0, 0, 0, 0, 0, 1000], 60)).toMatch(/^HTTP\/1\.1 408 /);
  });
});
