import type { FastifyInstance } from 'fastify';
import { secretsEqual } from '../../../shared/requests.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { sendProblem } from './problems.ts';
import { toApiBot, toApiUser } from './resources.ts';

/**
 * Value of the path parameter that stands for the caller. The routes compare it with the decoded parameter, because
 * clients may send `%40me`.
 */
const ME_SEGMENT = '@me';

/** Routes of the account that a token belongs to. */
export async function selfRoutes(app: FastifyInstance, context: SandboxContext): Promise<void> {
  const { identity, guild, grants, accounts } = context;

  app.get<{ Params: { self: string } }>('/users/:self', async ({ params, headers }, reply) => {
    if (params.self !== ME_SEGMENT) return sendProblem(reply, 'notFound');
    const { authorization = '' } = headers;
    if (secretsEqual(authorization, `Bot ${identity.botToken}`)) return toApiBot(guild);
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    const owner = token === undefined ? null : await grants.findAccessTokenOwner(token);
    if (!owner) return sendProblem(reply, 'unauthorized');
    const account = await accounts.byId(owner.discordId);
    return toApiUser(owner.discordId, account?.username ?? 'dona-da-guilda-de-teste');
  });
}

/** Routes of the bot's application. */
export async function applicationRoutes(
  app: FastifyInstance,
  context: SandboxContext,
): Promise<void> {
  const { guild } = context;
  app.get<{ Params: { self: string } }>('/applications/:self', async ({ params }, reply) => {
    if (params.self !== ME_SEGMENT) return sendProblem(reply, 'notFound');
    return {
      id: guild.clientId,
      name: guild.name,
      icon: null,
      description: '',
      bot_public: false,
      bot_require_code_grant: false,
      bot: toApiBot(guild),
      verify_key: '0'.repeat(64),
      flags: 0,
      redirect_uris: [context.redirectUri()],
    };
  });
}
