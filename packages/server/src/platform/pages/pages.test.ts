import { gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPageRenderer, minimalWebApp } from '../../../test/http/minimal-web-app.ts';
import { buildPagePolicy } from '../http/security-headers.ts';
import { createMemoryRateLimiter } from '../limits/rate-limiter.ts';
import { mountPages } from './pages.ts';

let app: FastifyInstance;
beforeAll(() => {
  app = Fastify();
  mountPages(app, {
    publicUrl: 'https://guilda.example',
    limiter: createMemoryRateLimiter(1),
    pageRenderer: createPageRenderer(minimalWebApp),
    concurrency: 4,
    policy: buildPagePolicy,
    listener: null,
  });
});
afterAll(() => app.close());

describe('pages', () => {
  it('answer HEAD with the headers of the page and no body', async () => {
    const [page, head] = await Promise.all([
      app.inject({ method: 'GET', url: '/qualquer' }),
      app.inject({ method: 'HEAD', url: '/qualquer' }),
    ]);
    expect(page.body).toBe('<!DOCTYPE html>');
    expect(head.statusCode).toBe(page.statusCode);
    expect(head.headers['content-type']).toBe(page.headers['content-type']);
    expect(head.body).toBe('');
  });

  it.each(['/api', '/api/', '/api?x=1', '/dev?x=1', '/files/nada?x'])(
    'are not served at %s',
    async (url) => {
      const answer = await app.inject({ method: 'GET', url });
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ code: 'not_found' });
    },
  );

  it('are sent in the best encoding that the reader accepts, and completely for any range', async () => {
    const ask = (headers: Record<string, string>) => app.inject({ url: '/qualquer', headers });
    for (const [accepted, encoding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['br;q=0.5, gzip', 'gzip'],
      ['zstd, foo', undefined],
      ['identity;q=0, *;q=0', undefined],
      ['', undefined],
    ] as const) {
      const answer = await ask({ 'accept-encoding': accepted, range: 'bytes=0-3' });
      expect([accepted, answer.statusCode]).toEqual([accepted, 200]);
      expect([accepted, answer.headers['content-encoding']]).toEqual([accepted, encoding]);
      expect(answer.headers['vary']).toBe('accept-encoding');
    }
    const { rawPayload } = await ask({ 'accept-encoding': 'gzip' });
    expect(gunzipSync(rawPayload).toString()).toBe('<!DOCTYPE html>');
  });

  it('are not sent again to a reader who has the current version', async () => {
    const { headers } = await app.inject('/qualquer');
    const etag = String(headers['etag']);
    const ask = (tags: string) =>
      app.inject({ url: '/qualquer', headers: { 'if-none-match': tags } });
    const others = Array.from({ length: 1_000 }, (_, n) => `"x${n}"`).join(', ');
    for (const tags of [etag, '*', `${others}, ${etag}`, etag.replace('W/', '')]) {
      const answer = await ask(tags);
      expect([answer.statusCode, answer.body]).toEqual([304, '']);
      expect(answer.headers).toMatchObject({
        'content-security-policy': headers['content-security-policy'],
        'cache-control': expect.stringMatching(/^public, max-age=0, s-maxage=\d/),
        etag,
      });
    }
    for (const tags of [others, '', '"', etag.slice(0, -1), 'W/', etag.replaceAll('"', '')])
      expect((await ask(tags)).statusCode).toBe(200);
  });

  it('are refused with a waiting time when too many wait to be rendered', async () => {
    const slow = Fastify();
    const { promise, resolve } = Promise.withResolvers<void>();
    const { make, close } = createPageRenderer(minimalWebApp);
    mountPages(slow, {
      ...{ publicUrl: 'https://guilda.example', limiter: createMemoryRateLimiter(1_000) },
      pageRenderer: { make: (...of) => promise.then(() => make(...of)), close },
      concurrency: 2,
      policy: buildPagePolicy,
      listener: null,
    });
    const waiting = Array.from({ length: 102 }, (_, n) => slow.inject(`/p${n}`));
    void Promise.all(waiting);
    const refused = await slow.inject('/mais-uma');
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['retry-after']).toBe('2');
    expect(refused.json()).toMatchObject({ code: 'unavailable' });
    resolve();
    const answers = await Promise.all(waiting);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect((await slow.inject('/mais-uma')).statusCode).toBe(200);
    await slow.close();
  });
});
