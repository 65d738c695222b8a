import { ChannelType, PermissionFlagsBits } from 'discord-api-types/v10';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { snowflakeAt } from '../../sandbox-identity.ts';
import { botGuildPermissions } from '../guild.ts';
import { allChannels, type SandboxContext } from '../sandbox-context.ts';
import type { Channel } from '../store/channels.ts';
import { fieldErrors, type InvalidField, refuse, refuseForm } from './problems.ts';
import { channelOf, guildOf, rolesOf } from './resources.ts';

/** Channels in a server, and in one category of it. */
const MOST_CHANNELS = 500;
const MOST_IN_CATEGORY = 50;

const snowflake = z.string().regex(/^\d{1,20}$/);
const bits = z
  .union([z.string().regex(/^\d{1,20}$/), z.int().min(0)])
  .nullish()
  .transform((given) => String(given ?? 0));

const newChannel = z.object({
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
        allow: bits,
        deny: bits,
      }),
    )
    .max(100)
    .nullish(),
});
type NewChannel = z.output<typeof newChannel>;

/** The server itself, its roles and channels. */
export async function guildRoutes(app: FastifyInstance, context: SandboxContext): Promise<void> {
  app.get('/guilds/:guild', async () => guildOf(context.guild));
  app.get('/guilds/:guild/roles', async () => rolesOf(context.guild));
  app.get('/guilds/:guild/channels', async () =>
    (await allChannels(context)).map((one, position) => channelOf(context.guild, one, position)),
  );
  app.post('/guilds/:guild/channels', async (request, reply) => {
    const input = newChannel.safeParse(request.body ?? {});
    if (!input.success) return refuseForm(reply, fieldErrors(input.error, request.body ?? {}));
    return createChannel(context, reply, input.data);
  });
}

function facts({ clock, ids }: SandboxContext, input: NewChannel): Channel {
  return {
    id: snowflakeAt(clock.now(), ids.secret(8)),
    name: input.name,
    type: input.type,
    parentId: input.parent_id ?? null,
    overwrites: input.permission_overwrites ?? [],
    bitrate: input.bitrate ?? 64_000,
    userLimit: input.user_limit ?? 0,
  };
}

/** Errors of the ids that an otherwise valid channel refers to. */
function wrongNames(
  { guild }: SandboxContext,
  input: NewChannel,
  fixedChannels: Channel[],
): InvalidField[] {
  const { parent_id: parent, permission_overwrites: overwrites } = input;
  const roles = [guild.guildId, guild.botRoleId];
  const wrong: InvalidField[] = (overwrites ?? []).flatMap(({ id, type }, index) =>
    type === 0 && !roles.includes(id)
      ? [{ path: ['permission_overwrites', index, 'id'], code: 'ROLE_INVALID', message: 'No role' }]
      : [],
  );
  if (!parent) return wrong;
  const path = ['parent_id'];
  const category = fixedChannels.find(({ id }) => id === parent);
  if (category?.type !== ChannelType.GuildCategory)
    return [...wrong, { path, code: 'CHANNEL_PARENT_INVALID', message: 'Not a category' }];
  if (fixedChannels.filter(({ parentId }) => parentId === parent).length < MOST_IN_CATEGORY)
    return wrong;
  return [...wrong, { path, code: 'CHANNEL_PARENT_MAX_CHANNELS', message: 'The category is full' }];
}

async function createChannel(context: SandboxContext, reply: FastifyReply, input: NewChannel) {
  const { guild, channels, grants } = context;
  const allowed = botGuildPermissions(guild);
  // An overwrite may only give or take what the bot has itself.
  const beyond = (input.permission_overwrites ?? []).some(
    ({ allow, deny }) => ((BigInt(allow) | BigInt(deny)) & ~allowed) !== 0n,
  );
  if (beyond || !(allowed & PermissionFlagsBits.ManageChannels))
    return refuse(reply, 'missingPermissions');
  const fixedChannels = await allChannels(context);
  const wrong = wrongNames(context, input, fixedChannels);
  if (wrong.length > 0) return refuseForm(reply, wrong);
  await grants.forgetOld();
  const channel = facts(context, input);
  const made = await channels.create(channel, MOST_CHANNELS - guild.fixedChannels.length);
  if (!made) return refuse(reply, 'tooManyChannels');
  return reply.code(201).send(channelOf(guild, channel, fixedChannels.length));
}
