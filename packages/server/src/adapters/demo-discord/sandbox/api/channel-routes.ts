import { ChannelType, PermissionFlagsBits } from 'discord-api-types/v10';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { botInChannel } from '../house.ts';
import type { Channel, InviteFacts } from '../store/channels.ts';
import { channelAt, type Parts } from './parts.ts';
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
export async function channelRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  const { house, channels } = parts;

  app.get<Route>('/channels/:channel', async ({ params }, reply) => {
    const found = await channelAt(parts, params.channel);
    if (!found) return refuse(reply, 'unknownChannel');
    const problem = problemOf(parts, found.channel, PermissionFlagsBits.ViewChannel);
    return problem ? refuse(reply, problem) : channelOf(house, found.channel, found.position);
  });

  app.delete<Route>('/channels/:channel', async ({ params }, reply) => {
    const found = await channelAt(parts, params.channel);
    if (!found) return refuse(reply, 'unknownChannel');
    const problem = problemOf(parts, found.channel, PermissionFlagsBits.ManageChannels);
    if (problem) return refuse(reply, problem);
    // The rest of the sandbox counts on these.
    if (house.standing.includes(found.channel)) return refuse(reply, 'missingPermissions');
    if (!(await channels.remove(params.channel))) return refuse(reply, 'unknownChannel');
    return channelOf(house, found.channel, found.position);
  });

  app.post<Route>('/channels/:channel/invites', async ({ params, body }, reply) => {
    const input = newInvite.safeParse(body ?? {});
    if (!input.success) return refuseForm(reply, fieldErrors(input.error, body ?? {}));
    const found = await channelAt(parts, params.channel);
    if (!found) return refuse(reply, 'unknownChannel');
    const problem = problemOf(parts, found.channel, PermissionFlagsBits.CreateInstantInvite);
    if (problem) return refuse(reply, problem);
    return createInvite(parts, reply, found.channel, input.data);
  });
}

function problemOf({ house }: Parts, channel: Channel, needed: bigint): Problem | null {
  const allowed = botInChannel(house, channel);
  if (!(allowed & PermissionFlagsBits.ViewChannel)) return 'missingAccess';
  return (allowed & needed) === needed ? null : 'missingPermissions';
}

async function createInvite(
  { house, channels, clock, ids }: Parts,
  reply: FastifyReply,
  channel: Channel,
  input: z.output<typeof newInvite>,
) {
  if (channel.type === ChannelType.GuildCategory) return refuse(reply, 'unknownChannel');
  const now = clock.now();
  const facts: InviteFacts = {
    channelId: channel.id,
    maxAge: input.max_age,
    maxUses: input.max_uses,
    temporary: input.temporary,
    expiresAt: input.max_age === 0 ? null : now.getTime() + input.max_age * 1000,
  };
  const code = ids.secret(12).replaceAll(/[-_]/g, 'x').slice(0, 10);
  const made = await channels.invite(code, facts, house.standing.includes(channel));
  return made ? inviteOf(house, code, channel, facts, now) : refuse(reply, 'unknownChannel');
}
