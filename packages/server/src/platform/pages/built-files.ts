import { join } from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { workerPolicy } from '../http/security-headers.ts';

const SECONDS_PER_YEAR = 31_536_000;

/** The `Cache-Control` header of a file: files with hashed names never change; others are revalidated after an hour. */
function cacheControlOf(path: string, client: string): string {
  if (path.startsWith(join(client, 'assets')))
    return `public, max-age=${SECONDS_PER_YEAR}, immutable`;
  // If an old service worker were cached, it could not be replaced.
  if (path === join(client, 'sw.js') || path === join(client, 'offline.html')) return 'no-cache';
  return 'public, max-age=3600';
}

/** Metric label of a file's URL: files of a folder share one label, because builds change their names. */
const metricLabelOf = (url: string) => url.replace(/^(\/[^/]+)\/.+$/, '$1/*');

/** Serves the files of the built web app, with one route for each file. */
export async function mountFiles(app: FastifyInstance, client: string): Promise<void> {
  await app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, family: metricLabelOf(route.url) };
    });
    await files.register(serveStatic, {
      root: client,
      wildcard: false,
      index: false,
      cacheControl: false,
      // The build writes compressed copies (`.br`, `.gz`) of text files; they get no routes of their own.
      preCompressed: true,
      globIgnore: ['**/*.{br,gz}'],
      setHeaders: (reply, sent) => {
        const path = sent.replace(/\.(br|gz)$/, '');
        reply.header('cache-control', cacheControlOf(path, client));
        if (path === join(client, 'sw.js')) reply.header('content-security-policy', workerPolicy);
      },
    });
  });
}
