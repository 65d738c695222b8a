import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import type { ViteDevServer } from 'vite';
import type { PageRenderer } from './page-workers.ts';
import { mountPages, type PageDeps } from './pages.ts';
import { renderPage } from './render-page.ts';

/** Path of Vite's WebSocket for hot reloads. */
const HOT_RELOAD_PATH = '/vite-reloads';

/** Resolves once Vite has bundled the dependencies for the browser; Vite caches them for later starts. */
async function waitForDependencies({ environments }: ViteDevServer): Promise<void> {
  const { depsOptimizer } = environments.client;
  if (!depsOptimizer) return;
  await depsOptimizer.scanProcessing;
  const { optimized, discovered } = depsOptimizer.metadata;
  const bundles = [optimized, discovered].flatMap((dependencyBundles) =>
    Object.values(dependencyBundles),
  );
  await Promise.all(bundles.map(({ processing }) => processing));
}

/** Serves the web app from its sources through Vite with hot reloads; for `npm run dev` only. */
export async function mountDevPages(
  app: FastifyInstance,
  {
    webRoot,
    publicUrl,
    installation,
    limiter,
  }: Omit<PageDeps, 'filesOrigin' | 'listener' | 'processes'> & { readonly webRoot: string },
): Promise<void> {
  app.upgradePaths.push(HOT_RELOAD_PATH);
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: webRoot,
    configFile: `${webRoot}/vite.config.ts`,
    server: { middlewareMode: true, hmr: { server: app.server, path: HOT_RELOAD_PATH } },
    appType: 'custom',
  });
  app.addHook('onRequest', (request, reply, done) => {
    vite.middlewares(request.raw, reply.raw, (error?: unknown) =>
      done(error instanceof Error ? error : undefined),
    );
  });
  app.addHook('onClose', () => vite.close());
  // Vite types every module loaded by its id as a record of any values. The module with this id is the server build.
  const build = async () =>
    (await vite.ssrLoadModule('virtual:react-router/server-build')) as unknown as ServerBuild;
  // The bundles are built before the start is reported, so that the first page loads at once.
  await Promise.all([waitForDependencies(vite), build()]);
  const renderDevPage: PageRenderer['make'] = async (url, callApi) =>
    renderPage({ build: await build(), installation, mode: 'development' }, url, callApi);
  mountPages(app, {
    publicUrl,
    limiter,
    pageRenderer: { make: renderDevPage, close: async () => undefined },
    concurrency: 4,
    policy: null,
    listener: null,
  });
}
