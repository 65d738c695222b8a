import fastify from 'fastify';
import { expect, it } from 'vitest';
import { err, ok } from '../../platform/result.ts';
import { servePreviews } from './serve-previews.ts';

/** An app with the previews of one service; counts how often its image is read. */
async function createPreviewApp({ points = 10 } = {}) {
  const app = fastify();
  const takenBy: string[] = [];
  let readCount = 0;
  await app.register(servePreviews, {
    kind: 'services',
    previewOf: async () =>
      ok({
        version: 'v1',
        readPng: async () => {
          readCount += 1;
          return ok(new Uint8Array([1, 2, 3]));
        },
      }),
    limiter: {
      take: async (name, key) => {
        takenBy.push(`${name} ${key}`);
        return takenBy.length <= points ? ok() : err('rate_limited', { retryAfterMs: 1_000 });
      },
    },
  });
  const url = '/files/previews/services/0198c5e2-0000-7000-8000-000000000000.png';
  const get = (headers: Record<string, string> = {}) => app.inject({ url, headers });
  return { get, takenBy, readCount: () => readCount };
}

it('reads no image for a client that has its version', async () => {
  const { get, readCount } = await createPreviewApp();
  expect(await get()).toMatchObject({ statusCode: 200, headers: { etag: '"v1"' } });
  expect(await get({ 'if-none-match': '"v0", W/"v1"' })).toMatchObject({
    statusCode: 304,
    headers: { etag: '"v1"' },
  });
  expect(readCount()).toBe(1);
  expect((await get({ 'if-none-match': '"v0"' })).statusCode).toBe(200);
  expect(readCount()).toBe(2);
});

it('counts requests towards the general limit of their address', async () => {
  const { get, takenBy, readCount } = await createPreviewApp({ points: 2 });
  const statuses = [await get(), await get(), await get()].map(({ statusCode }) => statusCode);
  expect(statuses).toEqual([200, 200, 429]);
  expect(new Set(takenBy)).toEqual(new Set(['general 127.0.0.1']));
  expect(readCount()).toBe(2);
});
