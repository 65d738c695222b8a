import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { mountPages, type PageSite } from './pages.ts';

/** Where the browser hears that sources have changed. */
const RELOADS = '/vite-reloads';

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
  mountPages(app, {
    publicUrl,
    calls,
    build: async () =>
      (await vite.ssrLoadModule('virtual:react-router/server-build')) as unknown as ServerBuild,
    policy: null,
    mode: 'development',
  });
}
