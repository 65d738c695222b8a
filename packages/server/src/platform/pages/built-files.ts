import { join } from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { workerPolicy } from '../http/security-headers.ts';

const YEAR_S = 31_536_000;

/** Hashed names never change their content; the rest is asked for anew after an hour. */
function cachingOf(path: string, client: string): string {
  if (path.startsWith(join(client, 'assets'))) return `public, max-age=${YEAR_S}, immutable`;
  // Of an older worker, kept by a proxy on the way, nobody would get rid.
  if (path === join(client, 'sw.js') || path === join(client, 'offline.html')) return 'no-cache';
  return 'public, max-age=3600';
}

/** Each file is a route by itself; what lies in a folder counts as one, since builds rename it. */
const familyOf = (url: string) => url.replace(/^(\/[^/]+)\/.+$/, '$1/*');

/** Serves the files of the built web app, each under its own name. */
export async function mountFiles(app: FastifyInstance, client: string): Promise<void> {
  await app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, family: familyOf(route.url) };
    });
    await files.register(serveStatic, {
      root: client,
      wildcard: false,
      index: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', cachingOf(path, client));
        if (path === join(client, 'sw.js')) reply.header('content-security-policy', workerPolicy);
      },
    });
  });
}
