import { handleThrown } from '@guilda/server/platform/http/refusal';
import type { FastifyInstance } from 'fastify';
import { discordApiPath } from '../../sandbox-identity.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import {
  applySimulatedFailure,
  countRequests,
  requireBotToken,
  requireValidIds,
} from './answers.ts';
import { channelRoutes } from './channel-routes.ts';
import { guildRoutes } from './guild-routes.ts';
import { memberRoutes } from './member-routes.ts';
import { oauthRoutes } from './oauth-routes.ts';
import { sendProblem } from './problems.ts';
import { applicationRoutes, selfRoutes } from './self-routes.ts';

/** Mounts those parts of Discord's REST API, version 10, that Guilda uses. */
export async function mountDiscordApi(
  app: FastifyInstance,
  context: SandboxContext,
): Promise<void> {
  const api = async (scope: FastifyInstance) => {
    scope.setNotFoundHandler((_request, reply) => sendProblem(reply, 'notFound'));
    scope.setErrorHandler((error, request, reply) => {
      const { statusCode = 500 } = error as { statusCode?: number };
      if (statusCode >= 500) return handleThrown(error, request, reply);
      return sendProblem(reply, 'invalidJson');
    });
    scope.addHook('onRequest', applySimulatedFailure(context));
    await scope.register(async (open) => {
      open.addHook('onRequest', countRequests(context));
      await open.register(oauthRoutes, context);
      await open.register(selfRoutes, context);
    });
    await scope.register(async (own) => {
      own.addHook('onRequest', requireBotToken(context));
      own.addHook('onRequest', countRequests(context));
      await own.register(applicationRoutes, context);
      await own.register(async (known) => {
        known.addHook('onRequest', requireValidIds(context));
        await known.register(guildRoutes, context);
        await known.register(channelRoutes, context);
        await known.register(memberRoutes, context);
      });
    });
  };
  await app.register(api, { prefix: discordApiPath });
}
