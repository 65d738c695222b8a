import { join } from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { workerPolicy } from '../http/security-headers.ts';

const SECONDS_PER_YEAR = 31_536_000;

/** Files with hashed names never change; others are revalidated after an hour. */
function cacheControlOf(path: string, client: string): string {
  if (path.startsWith(join(client, 'assets')))
    return `public, max-age=${SECONDS_PER_YEAR}, immutable`;
  // A cached old service worker could not be replaced.
  if (path === join(client, 'sw.js') || path === join(client, 'offline.html')) return 'no-cache';
  return 'public, max-age=3600';
}

/** Metric label: files of a folder share one, because builds rename them. */
const metricLabelOf = (url: string) => url.replace(/^(\/[^/]+)\/.+$/, '$1/*');

/** Serves the files of the built web app, each under its own name. */
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
      // The build writes compressed copies of text files, which are not served under their own names.
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
