import { gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
    const requestPage = (headers: Record<string, string>) =>
      app.inject({ url: '/qualquer', headers });
    for (const [accepted, encoding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['br;q=0.5, gzip', 'gzip'],
      ['zstd, foo', undefined],
      ['identity;q=0, *;q=0', undefined],
      ['', undefined],
    ] as const) {
      const answer = await requestPage({ 'accept-encoding': accepted, range: 'bytes=0-3' });
      expect([accepted, answer.statusCode]).toEqual([accepted, 200]);
      expect([accepted, answer.headers['content-encoding']]).toEqual([accepted, encoding]);
      expect(answer.headers['vary']).toBe('accept-encoding');
    }
    const { rawPayload } = await requestPage({ 'accept-encoding': 'gzip' });
    expect(gunzipSync(rawPayload).toString()).toBe('<!DOCTYPE html>');
  });

  it('are not sent again to a reader who has the current version', async () => {
    const { headers } = await app.inject('/qualquer');
    const etag = String(headers['etag']);
    const requestWithTags = (tags: string) =>
      app.inject({ url: '/qualquer', headers: { 'if-none-match': tags } });
    const otherTags = Array.from({ length: 1_000 }, (_, index) => `"x${index}"`).join(', ');
    for (const tags of [etag, '*', `${otherTags}, ${etag}`, etag.replace('W/', '')]) {
      const answer = await requestWithTags(tags);
      expect([answer.statusCode, answer.body]).toEqual([304, '']);
      expect(answer.headers).toMatchObject({
        'content-security-policy': headers['content-security-policy'],
        'cache-control': expect.stringMatching(/^public, max-age=0, s-maxage=\d/),
        etag,
      });
    }
    for (const tags of [otherTags, '', '"', etag.slice(0, -1), 'W/', etag.replaceAll('"', '')])
      expect((await requestWithTags(tags)).statusCode).toBe(200);
  });

  describe('of which too many wait to be rendered', () => {
    let slowApp: FastifyInstance;
    let renderPages: () => void;
    beforeEach(() => {
      slowApp = Fastify();
      const { promise, resolve } = Promise.withResolvers<void>();
      renderPages = resolve;
      const { make, close } = createPageRenderer(minimalWebApp);
      mountPages(slowApp, {
        ...{ publicUrl: 'https://guilda.example', limiter: createMemoryRateLimiter(1_000) },
        pageRenderer: { make: (...args) => promise.then(() => make(...args)), close },
        concurrency: 2,
        policy: buildPagePolicy,
        listener: null,
      });
    });
    afterEach(() => slowApp.close());
    const requestPages = (count: number, addressOf: (index: number) => string) => {
      const answers = Promise.all(
        Array.from({ length: count }, (_, index) =>
          slowApp.inject({ url: `/p${index}`, remoteAddress: addressOf(index) }),
        ),
      );
      void answers;
      return answers;
    };
    const statusesOf = (answers: readonly { readonly statusCode: number }[]) =>
      new Set(answers.map(({ statusCode }) => statusCode));

    it('are refused with a waiting time', async () => {
      const waitingRequests = requestPages(102, (index) => `10.0.0.${index}`);
      const refusedAnswer = await slowApp.inject('/mais-uma');
      expect(refusedAnswer.statusCode).toBe(503);
      expect(refusedAnswer.headers['retry-after']).toBe('2');
      expect(refusedAnswer.json()).toMatchObject({ code: 'unavailable' });
      renderPages();
      expect(statusesOf(await waitingRequests)).toEqual(new Set([200]));
      expect((await slowApp.inject('/mais-uma')).statusCode).toBe(200);
    });

    it('leave places to other readers when a few addresses ask for more than all of them', async () => {
      const manyRequests = requestPages(150, (index) => `10.0.0.${index % 3}`);
      const otherRequest = slowApp.inject({ url: '/mais-uma', remoteAddress: '10.0.1.1' });
      renderPages();
      expect((await otherRequest).statusCode).toBe(200);
      const refusedAnswers = (await manyRequests).filter(({ statusCode }) => statusCode === 503);
      // 2 are rendered and 100 wait, of which one gives its place to the other reader.
      expect(refusedAnswers).toHaveLength(150 - 101);
    });

    it('are refused to the one address that asked for them, and to nobody else', async () => {
      const waitingRequests = requestPages(50, () => '10.0.0.1');
      // Readers of a page that is being rendered already do not count.
      const sharingRequests = Promise.all(
        Array.from({ length: 20 }, () => slowApp.inject({ url: '/p0', remoteAddress: '10.0.0.1' })),
      );
      const askAgain = () => slowApp.inject({ url: '/mais-uma', remoteAddress: '10.0.0.1' });
      const refusedAnswer = await askAgain();
      expect(refusedAnswer.statusCode).toBe(429);
      expect(refusedAnswer.headers['retry-after']).toBe('1');
      expect(refusedAnswer.json()).toMatchObject({ code: 'rate_limited' });
      const otherRequests = requestPages(50, (index) => `10.0.1.${index}`);
      renderPages();
      const answers = await Promise.all([waitingRequests, sharingRequests, otherRequests]);
      expect(statusesOf(answers.flat())).toEqual(new Set([200]));
      expect((await askAgain()).statusCode).toBe(200);
    });
  });
});
