import { ChannelType, PermissionFlagsBits } from 'discord-api-types/v10';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { botChannelPermissions } from '../guild.ts';
import { findChannel, type SandboxContext } from '../sandbox-context.ts';
import type { Channel, InviteData } from '../store/channels.ts';
import { findInvalidFields, type ProblemName, sendInvalidFields, sendProblem } from './problems.ts';
import { toApiChannel, toApiInvite } from './resources.ts';

const newInviteBody = z.object({
  max_age: z.int().min(0).max(604_800).default(86_400),
  max_uses: z.int().min(0).max(100).default(0),
  temporary: z.boolean().default(false),
  unique: z.boolean().default(false),
});

type ChannelRoute = { Params: { channel: string } };

/** Routes of one channel, and of invites to it. */
export async function channelRoutes(app: FastifyInstance, context: SandboxContext): Promise<void> {
  const { guild, channels } = context;

  app.get<ChannelRoute>('/channels/:channel', async ({ params }, reply) => {
    const foundChannel = await findChannel(context, params.channel);
    if (!foundChannel) return sendProblem(reply, 'unknownChannel');
    const problem = findPermissionProblem(
      context,
      foundChannel.channel,
      PermissionFlagsBits.ViewChannel,
    );
    return problem
      ? sendProblem(reply, problem)
      : toApiChannel(guild, foundChannel.channel, foundChannel.position);
  });

  app.delete<ChannelRoute>('/channels/:channel', async ({ params }, reply) => {
    const foundChannel = await findChannel(context, params.channel);
    if (!foundChannel) return sendProblem(reply, 'unknownChannel');
    const problem = findPermissionProblem(
      context,
      foundChannel.channel,
      PermissionFlagsBits.ManageChannels,
    );
    if (problem) return sendProblem(reply, problem);
    // The fixed channels cannot be deleted, because other parts of the sandbox need them.
    if (guild.fixedChannels.includes(foundChannel.channel))
      return sendProblem(reply, 'missingPermissions');
    if (!(await channels.remove(params.channel))) return sendProblem(reply, 'unknownChannel');
    return toApiChannel(guild, foundChannel.channel, foundChannel.position);
  });

  app.post<ChannelRoute>('/channels/:channel/invites', async ({ params, body }, reply) => {
    const input = newInviteBody.safeParse(body ?? {});
    if (!input.success) return sendInvalidFields(reply, findInvalidFields(input.error, body ?? {}));
    const foundChannel = await findChannel(context, params.channel);
    if (!foundChannel) return sendProblem(reply, 'unknownChannel');
    const problem = findPermissionProblem(
      context,
      foundChannel.channel,
      PermissionFlagsBits.CreateInstantInvite,
    );
    if (problem) return sendProblem(reply, problem);
    return createInvite(context, reply, foundChannel.channel, input.data);
  });
}

/** Why the bot may not act on a channel; null when it has the needed permissions. */
function findPermissionProblem(
  { guild }: SandboxContext,
  channel: Channel,
  neededPermissions: bigint,
): ProblemName | null {
  const permissions = botChannelPermissions(guild, channel);
  if (!(permissions & PermissionFlagsBits.ViewChannel)) return 'missingAccess';
  return (permissions & neededPermissions) === neededPermissions ? null : 'missingPermissions';
}

async function createInvite(
  { guild, channels, clock, ids }: SandboxContext,
  reply: FastifyReply,
  channel: Channel,
  input: z.output<typeof newInviteBody>,
) {
  if (channel.type === ChannelType.GuildCategory) return sendProblem(reply, 'unknownChannel');
  const now = clock.now();
  const inviteData: InviteData = {
    channelId: channel.id,
    maxAge: input.max_age,
    maxUses: input.max_uses,
    temporary: input.temporary,
    expiresAt: input.max_age === 0 ? null : now.getTime() + input.max_age * 1000,
  };
  const code = ids.secret(12).replaceAll(/[-_]/g, 'x').slice(0, 10);
  const wasCreated = await channels.createInvite(
    code,
    inviteData,
    guild.fixedChannels.includes(channel),
  );
  return wasCreated
    ? toApiInvite(guild, code, channel, inviteData, now)
    : sendProblem(reply, 'unknownChannel');
}
