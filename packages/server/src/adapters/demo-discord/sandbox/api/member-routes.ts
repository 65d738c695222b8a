import { ChannelType, PermissionFlagsBits } from 'discord-api-types/v10';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { botInChannel } from '../house.ts';
import type { Account } from '../store/accounts.ts';
import { channelAt, type Parts } from './parts.ts';
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

/** Who is in the server, and where in voice. */
export async function memberRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  const { accounts, house } = parts;
  app.get<Route>('/guilds/:guild/members/:user', async ({ params }, reply) => {
    if (params.user === house.botId) return botMemberOf(house);
    const account = await accounts.byId(params.user);
    return account?.member ? memberOf(account) : refuse(reply, absence(account));
  });

  app.patch<Route>('/guilds/:guild/members/:user', async ({ params, body }, reply) => {
    const input = changes.safeParse(body ?? {});
    if (!input.success) return refuseForm(reply, fieldErrors(input.error, body ?? {}));
    const account = await accounts.byId(params.user);
    if (!account?.member) return refuse(reply, absence(account));
    const { channel_id: channelId } = input.data;
    return channelId === undefined ? memberOf(account) : move(parts, reply, account, channelId);
  });

  app.get<Route>('/guilds/:guild/voice-states/:user', async ({ params }, reply) => {
    const member = await accounts.byId(params.user);
    if (!member?.member || !member.channelId) return refuse(reply, 'unknownVoiceState');
    const problem = await problemAt(parts, member.channelId, 0n);
    if (problem === 'missingAccess') return refuse(reply, problem);
    return problem ? refuse(reply, 'unknownVoiceState') : voiceStateOf(house, member);
  });
}

/** Nobody of this id, or somebody who is not in the server. */
const absence = (account: Account | null): Problem => (account ? 'unknownMember' : 'unknownUser');

/** What keeps the bot from doing something to people in a voice channel, if anything. */
async function problemAt(parts: Parts, channelId: string, needed: bigint): Promise<Problem | null> {
  const channel = (await channelAt(parts, channelId))?.channel;
  if (channel?.type !== ChannelType.GuildVoice) return 'unknownChannel';
  const allowed = botInChannel(parts.house, channel);
  if (!(allowed & Connect)) return 'missingAccess';
  return (allowed & needed) === needed ? null : 'missingPermissions';
}

async function move(parts: Parts, reply: FastifyReply, member: Account, channelId: string | null) {
  const problem = channelId === null ? null : await problemAt(parts, channelId, MoveMembers);
  if (problem) return refuse(reply, problem);
  if (!(await parts.accounts.move(member.id, channelId))) return refuse(reply, 'notInVoice');
  return memberOf(member);
}
