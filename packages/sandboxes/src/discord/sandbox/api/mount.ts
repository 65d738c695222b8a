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
  const registerApi = async (scope: FastifyInstance) => {
    scope.setNotFoundHandler((_request, reply) => sendProblem(reply, 'notFound'));
    scope.setErrorHandler((error, request, reply) => {
      const { statusCode = 500 } = error as { statusCode?: number };
      if (statusCode >= 500) return handleThrown(error, request, reply);
      return sendProblem(reply, 'invalidJson');
    });
    scope.addHook('onRequest', applySimulatedFailure(context));
    await scope.register(async (countedScope) => {
      countedScope.addHook('onRequest', countRequests(context));
      await countedScope.register(oauthRoutes, context);
      await countedScope.register(selfRoutes, context);
    });
    await scope.register(async (botScope) => {
      botScope.addHook('onRequest', requireBotToken(context));
      botScope.addHook('onRequest', countRequests(context));
      await botScope.register(applicationRoutes, context);
      await botScope.register(async (checkedScope) => {
        checkedScope.addHook('onRequest', requireValidIds(context));
        await checkedScope.register(guildRoutes, context);
        await checkedScope.register(channelRoutes, context);
        await checkedScope.register(memberRoutes, context);
      });
    });
  };
  await app.register(registerApi, { prefix: discordApiPath });
}
