import type { FastifyInstance } from 'fastify';
import { handleThrown } from '../../../../platform/http/refusal.ts';
import { apiPath } from '../../sandbox-identity.ts';
import { countRequests, failAsOrdered, requireBot, requireIds } from './answers.ts';
import { channelRoutes } from './channel-routes.ts';
import { guildRoutes } from './guild-routes.ts';
import { memberRoutes } from './member-routes.ts';
import { oauthRoutes } from './oauth-routes.ts';
import type { Parts } from './parts.ts';
import { refuse } from './problems.ts';
import { applicationRoutes, selfRoutes } from './self-routes.ts';

/** The REST API, version 10, as far as the product uses it. */
export async function mountApi(app: FastifyInstance, parts: Parts): Promise<void> {
  const api = async (scope: FastifyInstance) => {
    scope.setNotFoundHandler((_request, reply) => refuse(reply, 'notFound'));
    scope.setErrorHandler((error, request, reply) => {
      const { statusCode = 500 } = error as { statusCode?: number };
      if (statusCode >= 500) return handleThrown(error, request, reply);
      return refuse(reply, 'invalidJson');
    });
    scope.addHook('onRequest', failAsOrdered(parts));
    await scope.register(async (open) => {
      open.addHook('onRequest', countRequests(parts));
      await open.register(oauthRoutes, parts);
      await open.register(selfRoutes, parts);
    });
    await scope.register(async (own) => {
      own.addHook('onRequest', requireBot(parts));
      own.addHook('onRequest', countRequests(parts));
      await own.register(applicationRoutes, parts);
      await own.register(async (known) => {
        known.addHook('onRequest', requireIds(parts));
        await known.register(guildRoutes, parts);
        await known.register(channelRoutes, parts);
        await known.register(memberRoutes, parts);
      });
    });
  };
  await app.register(api, { prefix: apiPath });
}
