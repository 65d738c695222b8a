import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import serveStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { pagePolicy, workerPolicy } from '../http/security-headers.ts';
import { mountPages } from './pages.ts';

const YEAR_S = 31_536_000;

/** Hashed names never change their content; the rest is asked for anew after an hour. */
function cachingOf(path: string, client: string): string {
  if (path.startsWith(join(client, 'assets'))) return `public, max-age=${YEAR_S}, immutable`;
  // Of an older worker, kept by a proxy on the way, nobody would get rid.
  if (path === join(client, 'sw.js') || path === join(client, 'offline.html')) return 'no-cache';
  return 'public, max-age=3600';
}

/** Serves the built web app: its files, and its pages rendered on the server. */
export async function mountBuiltPages(
  app: FastifyInstance,
  options: { webRoot: string; publicUrl: string; filesOrigin: string | null },
): Promise<void> {
  const { webRoot, publicUrl, filesOrigin } = options;
  const client = join(webRoot, 'build', 'client');
  const server = join(webRoot, 'build', 'server', 'index.js');
  if (!existsSync(server)) throw new Error('the web app is not built: run `npm run build` first');
  const build = (await import(pathToFileURL(server).href)) as ServerBuild;
  await app.register(serveStatic, {
    root: client,
    wildcard: false,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', cachingOf(path, client));
      if (path === join(client, 'sw.js')) reply.header('content-security-policy', workerPolicy);
    },
  });
  mountPages(app, {
    publicUrl,
    build: async () => build,
    policy: (nonce) => pagePolicy(nonce, filesOrigin),
    mode: 'production',
  });
}
