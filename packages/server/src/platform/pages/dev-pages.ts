import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import type { ViteDevServer } from 'vite';
import { mountPages, type PageSite } from './pages.ts';

/** Where the browser hears that sources have changed. */
const RELOADS = '/vite-reloads';

/** Resolves once the packages are ready that browsers are given; the second start finds them made. */
async function readyPackages({ environments }: ViteDevServer): Promise<void> {
  const { depsOptimizer } = environments.client;
  if (!depsOptimizer) return;
  await depsOptimizer.scanProcessing;
  const { optimized, discovered } = depsOptimizer.metadata;
  const made = [optimized, discovered].flatMap((found) => Object.values(found));
  await Promise.all(made.map(({ processing }) => processing));
}

/** Serves the web app from its sources through Vite, reloading as they change; for `npm run dev` only. */
export async function mountDevPages(
  app: FastifyInstance,
  { webRoot, publicUrl, calls }: Omit<PageSite, 'filesOrigin'> & { readonly webRoot: string },
): Promise<void> {
  app.upgradePaths.push(RELOADS);
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: webRoot,
    configFile: `${webRoot}/vite.config.ts`,
    server: { middlewareMode: true, hmr: { server: app.server, path: RELOADS } },
    appType: 'custom',
  });
  app.addHook('onRequest', (request, reply, done) => {
    vite.middlewares(request.raw, reply.raw, (error?: unknown) =>
      done(error instanceof Error ? error : undefined),
    );
  });
  app.addHook('onClose', () => vite.close());
  const build = async () =>
    (await vite.ssrLoadModule('virtual:react-router/server-build')) as unknown as ServerBuild;
  // The first visitor waits for nothing: packages and sources of the pages are made ready before.
  await Promise.all([readyPackages(vite), build()]);
  mountPages(app, {
    publicUrl,
    calls,
    build,
    policy: null,
    mode: 'development',
  });
}
