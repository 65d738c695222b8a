import { Readable } from 'node:stream';
import { pictureURL } from '@guilda/contract/services/pictures';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { systemIds } from '../../../ports/ids.ts';
import { servePictures } from './serve-pictures.ts';

/** A stored picture whose last byte never comes, so that its answer stays unfinished. */
function endlessPicture() {
  const stream = new Readable({ read: () => undefined });
  stream.push('x');
  return { stream, contentType: 'image/webp', size: 2 };
}

describe('readers who do not take their pictures', () => {
  let app: FastifyInstance;
  afterEach(() => app.close());

  async function startServing(limits: { maxUnfinishedAnswers?: number; maxAnswerMs?: number }) {
    app = Fastify({ forceCloseConnections: true });
    await app.register(servePictures, {
      files: { get: async () => endlessPicture(), stat: async () => null },
      access: async () => 'everyone' as const,
      ...limits,
    });
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    return (signal?: AbortSignal) =>
      fetch(origin + pictureURL(systemIds.uuid(), 384), signal ? { signal } : {});
  }

  it('get no more of them than an address may have under way', async () => {
    const readPicture = await startServing({ maxUnfinishedAnswers: 2 });
    const leaving = new AbortController();
    const readings = [await readPicture(leaving.signal), await readPicture()];
    expect(readings.map(({ status }) => status)).toEqual([200, 200]);
    const refusal = await readPicture();
    expect(refusal.status).toBe(429);
    expect(refusal.headers.get('retry-after')).toBe('1');
    leaving.abort();
    await expect.poll(async () => (await readPicture()).status).toBe(200);
  });

  it('lose the connection after a while', async () => {
    const readPicture = await startServing({ maxAnswerMs: 1_000 });
    const response = await readPicture();
    await expect(response.arrayBuffer()).rejects.toThrow('terminated');
  });
});
