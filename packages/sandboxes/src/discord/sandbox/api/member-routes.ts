import { ChannelType, PermissionFlagsBits } from 'discord-api-types/v10';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { botChannelPermissions } from '../guild.ts';
import { channelAt, type SandboxContext } from '../sandbox-context.ts';
import type { SandboxAccount } from '../store/accounts.ts';
import { fieldErrors, type Problem, refuse, refuseForm } from './problems.ts';
import { botMemberOf, memberOf, voiceStateOf } from './resources.ts';

const { Connect, MoveMembers } = PermissionFlagsBits;

const changes = z.object({
  channel_id: z
    .string()
    .regex(/^\d{1,20}$/)
    .nullish(),
});

type Route = { Params: { guild: string; user: string } };

/** Members and voice states. */
export async function memberRoutes(app: FastifyInstance, context: SandboxContext): Promise<void> {
  const { accounts, guild } = context;
  app.get<Route>('/guilds/:guild/members/:user', async ({ params }, reply) => {
    if (params.user === guild.botId) return botMemberOf(guild);
    const account = await accounts.byId(params.user);
    return account?.member ? memberOf(account) : refuse(reply, absenceProblem(account));
  });

  app.patch<Route>('/guilds/:guild/members/:user', async ({ params, body }, reply) => {
    const input = changes.safeParse(body ?? {});
    if (!input.success) return refuseForm(reply, fieldErrors(input.error, body ?? {}));
    const account = await accounts.byId(params.user);
    if (!account?.member) return refuse(reply, absenceProblem(account));
    const { channel_id: channelId } = input.data;
    return channelId === undefined ? memberOf(account) : move(context, reply, account, channelId);
  });

  app.get<Route>('/guilds/:guild/voice-states/:user', async ({ params }, reply) => {
    const member = await accounts.byId(params.user);
    if (!member?.member || !member.channelId) return refuse(reply, 'unknownVoiceState');
    const problem = await problemAt(context, member.channelId, 0n);
    if (problem === 'missingAccess') return refuse(reply, problem);
    return problem ? refuse(reply, 'unknownVoiceState') : voiceStateOf(guild, member);
  });
}

/** The problem for an unknown user or one who is not in the server. */
const absenceProblem = (account: SandboxAccount | null): Problem =>
  account ? 'unknownMember' : 'unknownUser';

/** Why the bot may not act in a voice channel; null when it may. */
async function problemAt(
  context: SandboxContext,
  channelId: string,
  needed: bigint,
): Promise<Problem | null> {
  const channel = (await channelAt(context, channelId))?.channel;
  if (channel?.type !== ChannelType.GuildVoice) return 'unknownChannel';
  const allowed = botChannelPermissions(context.guild, channel);
  if (!(allowed & Connect)) return 'missingAccess';
  return (allowed & needed) === needed ? null : 'missingPermissions';
}

async function move(
  context: SandboxContext,
  reply: FastifyReply,
  member: SandboxAccount,
  channelId: string | null,
) {
  const problem = channelId === null ? null : await problemAt(context, channelId, MoveMembers);
  if (problem) return refuse(reply, problem);
  if (!(await context.accounts.move(member.id, channelId))) return refuse(reply, 'notInVoice');
  return memberOf(member);
}
