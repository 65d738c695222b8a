import { ChannelType, PermissionFlagsBits } from 'discord-api-types/v10';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { botChannelPermissions } from '../guild.ts';
import { findChannel, type SandboxContext } from '../sandbox-context.ts';
import type { SandboxAccount } from '../store/accounts.ts';
import { findInvalidFields, type ProblemName, sendInvalidFields, sendProblem } from './problems.ts';
import { toAccountMember, toApiVoiceState, toBotMember } from './resources.ts';

const { Connect, MoveMembers } = PermissionFlagsBits;

const memberChanges = z.object({
  channel_id: z
    .string()
    .regex(/^\d{1,20}$/)
    .nullish(),
});

type MemberRoute = { Params: { guild: string; user: string } };

/** Routes of members and their voice states. */
export async function memberRoutes(app: FastifyInstance, context: SandboxContext): Promise<void> {
  const { accounts, guild } = context;
  app.get<MemberRoute>('/guilds/:guild/members/:user', async ({ params }, reply) => {
    if (params.user === guild.botId) return toBotMember(guild);
    const account = await accounts.byId(params.user);
    return account?.isMember
      ? toAccountMember(account)
      : sendProblem(reply, absenceProblemOf(account));
  });

  app.patch<MemberRoute>('/guilds/:guild/members/:user', async ({ params, body }, reply) => {
    const input = memberChanges.safeParse(body ?? {});
    if (!input.success) return sendInvalidFields(reply, findInvalidFields(input.error, body ?? {}));
    const account = await accounts.byId(params.user);
    if (!account?.isMember) return sendProblem(reply, absenceProblemOf(account));
    const { channel_id: channelId } = input.data;
    return channelId === undefined
      ? toAccountMember(account)
      : moveMember(context, reply, account, channelId);
  });

  app.get<MemberRoute>('/guilds/:guild/voice-states/:user', async ({ params }, reply) => {
    const member = await accounts.byId(params.user);
    if (!member?.isMember || !member.channelId) return sendProblem(reply, 'unknownVoiceState');
    const problem = await findVoiceProblem(context, member.channelId, 0n);
    if (problem === 'missingAccess') return sendProblem(reply, problem);
    return problem ? sendProblem(reply, 'unknownVoiceState') : toApiVoiceState(guild, member);
  });
}

/** The problem to answer for an unknown user, or for a user who is not in the server. */
const absenceProblemOf = (account: SandboxAccount | null): ProblemName =>
  account ? 'unknownMember' : 'unknownUser';

/** Why the bot may not act in a voice channel; null when it may act there. */
async function findVoiceProblem(
  context: SandboxContext,
  channelId: string,
  neededPermissions: bigint,
): Promise<ProblemName | null> {
  const channel = (await findChannel(context, channelId))?.channel;
  if (channel?.type !== ChannelType.GuildVoice) return 'unknownChannel';
  const permissions = botChannelPermissions(context.guild, channel);
  if (!(permissions & Connect)) return 'missingAccess';
  return (permissions & neededPermissions) === neededPermissions ? null : 'missingPermissions';
}

async function moveMember(
  context: SandboxContext,
  reply: FastifyReply,
  member: SandboxAccount,
  channelId: string | null,
) {
  const problem =
    channelId === null ? null : await findVoiceProblem(context, channelId, MoveMembers);
  if (problem) return sendProblem(reply, problem);
  if (!(await context.accounts.move(member.id, channelId))) return sendProblem(reply, 'notInVoice');
  return toAccountMember(member);
}
