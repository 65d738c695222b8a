import type { Clock } from '@guilda/server/ports/clock';
import type { Ids } from '@guilda/server/ports/ids';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { ageSandboxPath } from '../sandbox-api.ts';
import { ageApiRoutes } from './api-routes.ts';
import { createCheckStore } from './check-store.ts';
import { agePageRoutes } from './page-routes.ts';
import { sendWebhook } from './send-webhook.ts';

export interface AgeSandboxDeps {
  /** A database with migration 0009; the sandbox only uses its schema `sandbox`. */
  readonly pool: Pool;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly apiKey: string;
  readonly webhookSecret: string;
  /** Public URL of the program, such as `https://guilda.example`. */
  readonly publicUrl: () => string;
  /** Full URL to which webhooks are sent, such as `http://127.0.0.1:3000/api/age/webhooks/demo`. */
  readonly webhookUrl: () => string;
  /** Path of the sandboxes' style sheets and fonts. */
  readonly assetsPath: string;
}

/** Mounts the age check sandbox of demo mode: REST API, pages and signed webhooks. */
export function mountAgeSandbox(app: FastifyInstance, deps: AgeSandboxDeps): void {
  const store = createCheckStore(deps);
  app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store');
    });
    await scope.register(ageApiRoutes, {
      ...deps,
      store,
      pageUrl: (id) => new URL(`${ageSandboxPath}/${id}`, deps.publicUrl()).href,
    });
    await scope.register(agePageRoutes, {
      ...deps,
      store,
      sendWebhook: (check) => sendWebhook(deps, check),
    });
  });
}
