import { ChannelType, PermissionFlagsBits } from 'discord-api-types/v10';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { botChannelPermissions } from '../guild.ts';
import { channelAt, type SandboxContext } from '../sandbox-context.ts';
import type { Channel, InviteData } from '../store/channels.ts';
import { fieldErrors, type Problem, refuse, refuseForm } from './problems.ts';
import { channelOf, inviteOf } from './resources.ts';

const newInvite = z.object({
  max_age: z.int().min(0).max(604_800).default(86_400),
  max_uses: z.int().min(0).max(100).default(0),
  temporary: z.boolean().default(false),
  unique: z.boolean().default(false),
});

type Route = { Params: { channel: string } };

/** One channel, and invites to it. */
export async function channelRoutes(app: FastifyInstance, context: SandboxContext): Promise<void> {
  const { guild, channels } = context;

  app.get<Route>('/channels/:channel', async ({ params }, reply) => {
    const found = await channelAt(context, params.channel);
    if (!found) return refuse(reply, 'unknownChannel');
    const problem = problemOf(context, found.channel, PermissionFlagsBits.ViewChannel);
    return problem ? refuse(reply, problem) : channelOf(guild, found.channel, found.position);
  });

  app.delete<Route>('/channels/:channel', async ({ params }, reply) => {
    const found = await channelAt(context, params.channel);
    if (!found) return refuse(reply, 'unknownChannel');
    const problem = problemOf(context, found.channel, PermissionFlagsBits.ManageChannels);
    if (problem) return refuse(reply, problem);
    // The rest of the sandbox counts on these.
    if (guild.fixedChannels.includes(found.channel)) return refuse(reply, 'missingPermissions');
    if (!(await channels.remove(params.channel))) return refuse(reply, 'unknownChannel');
    return channelOf(guild, found.channel, found.position);
  });

  app.post<Route>('/channels/:channel/invites', async ({ params, body }, reply) => {
    const input = newInvite.safeParse(body ?? {});
    if (!input.success) return refuseForm(reply, fieldErrors(input.error, body ?? {}));
    const found = await channelAt(context, params.channel);
    if (!found) return refuse(reply, 'unknownChannel');
    const problem = problemOf(context, found.channel, PermissionFlagsBits.CreateInstantInvite);
    if (problem) return refuse(reply, problem);
    return createInvite(context, reply, found.channel, input.data);
  });
}

function problemOf({ guild }: SandboxContext, channel: Channel, needed: bigint): Problem | null {
  const allowed = botChannelPermissions(guild, channel);
  if (!(allowed & PermissionFlagsBits.ViewChannel)) return 'missingAccess';
  return (allowed & needed) === needed ? null : 'missingPermissions';
}

async function createInvite(
  { guild, channels, clock, ids }: SandboxContext,
  reply: FastifyReply,
  channel: Channel,
  input: z.output<typeof newInvite>,
) {
  if (channel.type === ChannelType.GuildCategory) return refuse(reply, 'unknownChannel');
  const now = clock.now();
  const facts: InviteData = {
    channelId: channel.id,
    maxAge: input.max_age,
    maxUses: input.max_uses,
    temporary: input.temporary,
    expiresAt: input.max_age === 0 ? null : now.getTime() + input.max_age * 1000,
  };
  const code = ids.secret(12).replaceAll(/[-_]/g, 'x').slice(0, 10);
  const made = await channels.invite(code, facts, guild.fixedChannels.includes(channel));
  return made ? inviteOf(guild, code, channel, facts, now) : refuse(reply, 'unknownChannel');
}
