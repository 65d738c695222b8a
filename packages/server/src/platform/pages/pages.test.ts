import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leastWebApp } from '../../../test/http/least-web-app.ts';
import { buildPagePolicy } from '../http/security-headers.ts';
import { mountPages } from './pages.ts';

let app: FastifyInstance;
beforeAll(() => {
  app = Fastify();
  mountPages(app, {
    publicUrl: 'https://guilda.example',
    installation: {
      calls: true,
      startHours: 168,
      disputeAnswerHours: 48,
      feePercent: 10,
      accountAge: null,
    },
    build: async () => leastWebApp,
    policy: (nonce) => buildPagePolicy(nonce),
    mode: 'production',
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
    'are not at %s',
    async (url) => {
      const answer = await app.inject({ method: 'GET', url });
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ code: 'not_found' });
    },
  );
});
