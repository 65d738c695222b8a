import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildPagePolicy } from '../http/security-headers.ts';
import { mountFiles } from './built-files.ts';
import { startPageWorkers } from './page-workers.ts';
import { mountPages, type PageDeps, pageThreads } from './pages.ts';

/** Number of pages that a thread renders concurrently: while one page waits for its data, another one is rendered. */
const PAGES_PER_THREAD = 3;

/** Serves the built web app: its files, and its pages rendered on the server. */
export async function mountBuiltPages(
  app: FastifyInstance,
  {
    webRoot,
    filesOrigin,
    installation,
    processes,
    ...site
  }: PageDeps & { readonly webRoot: string },
): Promise<void> {
  const clientFolder = join(webRoot, 'build', 'client');
  const serverBuild = join(webRoot, 'build', 'server', 'index.js');
  if (!existsSync(serverBuild))
    throw new Error('the web app is not built: run `npm run build` first');
  const threads = pageThreads(processes);
  const pageRenderer = await startPageWorkers({ serverBuild, installation }, threads);
  await mountFiles(app, clientFolder);
  mountPages(app, {
    ...site,
    pageRenderer,
    concurrency: threads * PAGES_PER_THREAD,
    policy: (scripts) => buildPagePolicy(scripts, filesOrigin),
  });
}
