import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { buildPagePolicy } from '../http/security-headers.ts';
import { mountFiles } from './built-files.ts';
import { mountPages, type PageSite } from './pages.ts';

/** Serves the built web app: its files, and its pages rendered on the server. */
export async function mountBuiltPages(
  app: FastifyInstance,
  { webRoot, filesOrigin, ...site }: PageSite & { readonly webRoot: string },
): Promise<void> {
  const client = join(webRoot, 'build', 'client');
  const server = join(webRoot, 'build', 'server', 'index.js');
  if (!existsSync(server)) throw new Error('the web app is not built: run `npm run build` first');
  const build = (await import(pathToFileURL(server).href)) as ServerBuild;
  await mountFiles(app, client);
  mountPages(app, {
    ...site,
    build: async () => build,
    policy: (nonce) => buildPagePolicy(nonce, filesOrigin),
    mode: 'production',
  });
}
