import Fastify, { type FastifyInstance } from 'fastify';
import { createContext, type ServerBuild } from 'react-router';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pagePolicy } from '../http/security-headers.ts';
import { mountPages } from './pages.ts';

/** The least web app there is: one page at every address. */
const build = {
  entry: {
    module: {
      default: (request: Request, status: number, headers: Headers) => {
        if (request.method === 'HEAD') return new Response(null, { status, headers });
        headers.set('content-type', 'text/html; charset=utf-8');
        return new Response('<!DOCTYPE html>', { status, headers });
      },
      nonceContext: createContext(),
      apiContext: createContext(),
      reportContext: createContext(),
    },
  },
  routes: { root: { id: 'root', path: '*', module: { default: () => null } } },
  assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
  publicPath: '/',
  assetsBuildDirectory: '',
  basename: '/',
  future: { v8_middleware: true },
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial' },
} as unknown as ServerBuild;

let app: FastifyInstance;
beforeAll(() => {
  app = Fastify();
  mountPages(app, {
    publicUrl: 'https://guilda.example',
    calls: true,
    build: async () => build,
    policy: (nonce) => pagePolicy(nonce),
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
