import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { Clock } from '../../../ports/clock.ts';
import type { Ids } from '../../../ports/ids.ts';
import { sandboxPath } from '../sandbox-api.ts';
import { apiRoutes } from './api-routes.ts';
import { createCheckStore } from './check-store.ts';
import { pageRoutes } from './page-routes.ts';
import { tell } from './tell.ts';

export interface AgeSandboxDeps {
  /** A database with migration 0009; the sandbox keeps to its schema `sandbox`. */
  readonly pool: Pool;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly apiKey: string;
  readonly webhookSecret: string;
  /** Where people reach the program, such as `https://guilda.example`. */
  readonly publicUrl: () => string;
  /** Full address to notify, such as `http://127.0.0.1:3000/api/age/webhooks/demo`. */
  readonly webhookUrl: () => string;
  /** Path of the sandboxes' style sheets and fonts. */
  readonly assets: string;
}

/** The age provider of demo mode, complete: REST API, pages and signed notifications (`product §1`). */
export function mountAgeSandbox(app: FastifyInstance, deps: AgeSandboxDeps): void {
  const store = createCheckStore(deps);
  app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store');
    });
    await scope.register(apiRoutes, {
      ...deps,
      store,
      pageUrl: (id) => new URL(`${sandboxPath}/${id}`, deps.publicUrl()).href,
    });
    await scope.register(pageRoutes, { ...deps, store, tell: (check) => tell(deps, check) });
  });
}
