import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import serveStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { pagePolicy } from '../http/security-headers.ts';
import { mountPages } from './pages.ts';

const YEAR_S = 31_536_000;

/** Serves the built web app: its files, and its pages rendered on the server. */
export async function mountBuiltPages(
  app: FastifyInstance,
  options: { webRoot: string; publicUrl: string },
): Promise<void> {
  const { webRoot, publicUrl } = options;
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
      // Hashed names never change their content; the rest is asked for anew after an hour.
      const hashed = path.includes(`${join(client, 'assets')}`);
      reply.header(
        'cache-control',
        hashed ? `public, max-age=${YEAR_S}, immutable` : 'public, max-age=3600',
      );
    },
  });
  mountPages(app, { publicUrl, build: async () => build, policy: pagePolicy, mode: 'production' });
}
