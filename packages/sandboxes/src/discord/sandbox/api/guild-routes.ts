import { ChannelType, PermissionFlagsBits } from 'discord-api-types/v10';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { createSnowflake } from '../../sandbox-identity.ts';
import { botGuildPermissions } from '../guild.ts';
import { listChannels, type SandboxContext } from '../sandbox-context.ts';
import type { Channel } from '../store/channels.ts';
import {
  findInvalidFields,
  type InvalidField,
  sendInvalidFields,
  sendProblem,
} from './problems.ts';
import { toApiChannel, toApiGuild, toApiRoles } from './resources.ts';

/** Maximum number of channels in a server. */
const MAX_CHANNELS = 500;
/** Maximum number of channels in one category. */
const MAX_CHANNELS_PER_CATEGORY = 50;

const snowflake = z.string().regex(/^\d{1,20}$/);
const permissionBits = z
  .union([z.string().regex(/^\d{1,20}$/), z.int().min(0)])
  .nullish()
  .transform((bits) => String(bits ?? 0));

const newChannelBody = z.object({
  name: z.string().trim().min(1).max(100),
  type: z
    .union([
      z.literal(ChannelType.GuildText),
      z.literal(ChannelType.GuildVoice),
      z.literal(ChannelType.GuildCategory),
    ])
    .default(ChannelType.GuildText),
  parent_id: snowflake.nullish(),
  bitrate: z.int().min(8_000).max(96_000).nullish(),
  user_limit: z.int().min(0).max(99).nullish(),
  permission_overwrites: z
    .array(
      z.object({
        id: snowflake,
        type: z.union([z.literal(0), z.literal(1)]),
        allow: permissionBits,
        deny: permissionBits,
      }),
    )
    .max(100)
    .nullish(),
});
type NewChannel = z.output<typeof newChannelBody>;

/** Routes of the server itself, its roles and its channels. */
export async function guildRoutes(app: FastifyInstance, context: SandboxContext): Promise<void> {
  app.get('/guilds/:guild', async () => toApiGuild(context.guild));
  app.get('/guilds/:guild/roles', async () => toApiRoles(context.guild));
  app.get('/guilds/:guild/channels', async () =>
    (await listChannels(context)).map((channel, position) =>
      toApiChannel(context.guild, channel, position),
    ),
  );
  app.post('/guilds/:guild/channels', async (request, reply) => {
    const input = newChannelBody.safeParse(request.body ?? {});
    if (!input.success)
      return sendInvalidFields(reply, findInvalidFields(input.error, request.body ?? {}));
    return createChannel(context, reply, input.data);
  });
}

function channelFromInput({ clock, ids }: SandboxContext, newChannel: NewChannel): Channel {
  return {
    id: createSnowflake(clock.now(), ids.secret(8)),
    name: newChannel.name,
    type: newChannel.type,
    parentId: newChannel.parent_id ?? null,
    overwrites: newChannel.permission_overwrites ?? [],
    bitrate: newChannel.bitrate ?? 64_000,
    userLimit: newChannel.user_limit ?? 0,
  };
}

/** Finds the ids in the data of a new channel that name an unknown role, an unknown category or a full category. */
function findUnknownIds(
  { guild }: SandboxContext,
  input: NewChannel,
  existingChannels: Channel[],
): InvalidField[] {
  const { parent_id: parent, permission_overwrites: overwrites } = input;
  const roles = [guild.guildId, guild.botRoleId];
  const unknownOverwrites: InvalidField[] = (overwrites ?? []).flatMap(({ id, type }, index) =>
    type === 0 && !roles.includes(id)
      ? [{ path: ['permission_overwrites', index, 'id'], code: 'ROLE_INVALID', message: 'No role' }]
      : [],
  );
  if (!parent) return unknownOverwrites;
  const path = ['parent_id'];
  const category = existingChannels.find(({ id }) => id === parent);
  if (category?.type !== ChannelType.GuildCategory)
    return [
      ...unknownOverwrites,
      { path, code: 'CHANNEL_PARENT_INVALID', message: 'Not a category' },
    ];
  if (
    existingChannels.filter(({ parentId }) => parentId === parent).length <
    MAX_CHANNELS_PER_CATEGORY
  )
    return unknownOverwrites;
  return [
    ...unknownOverwrites,
    { path, code: 'CHANNEL_PARENT_MAX_CHANNELS', message: 'The category is full' },
  ];
}

async function createChannel(context: SandboxContext, reply: FastifyReply, newChannel: NewChannel) {
  const { guild, channels, grants } = context;
  const ownPermissions = botGuildPermissions(guild);
  // An overwrite may only allow or deny permissions that the bot has itself.
  const exceedsOwnPermissions = (newChannel.permission_overwrites ?? []).some(
    ({ allow, deny }) => ((BigInt(allow) | BigInt(deny)) & ~ownPermissions) !== 0n,
  );
  if (exceedsOwnPermissions || !(ownPermissions & PermissionFlagsBits.ManageChannels))
    return sendProblem(reply, 'missingPermissions');
  const existingChannels = await listChannels(context);
  const invalidFields = findUnknownIds(context, newChannel, existingChannels);
  if (invalidFields.length > 0) return sendInvalidFields(reply, invalidFields);
  await grants.deleteExpired();
  const channel = channelFromInput(context, newChannel);
  const wasCreated = await channels.create(channel, MAX_CHANNELS - guild.fixedChannels.length);
  if (!wasCreated) return sendProblem(reply, 'tooManyChannels');
  return reply.code(201).send(toApiChannel(guild, channel, existingChannels.length));
}
