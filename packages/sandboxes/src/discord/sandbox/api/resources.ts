import type {
  APIGuild,
  APIGuildMember,
  APIGuildVoiceChannel,
  APIInvite,
  APIRole,
  APIUser,
  APIVoiceState,
  GuildMemberFlags,
} from 'discord-api-types/v10';
import { timestampOf } from '../../sandbox-identity.ts';
import type { SandboxGuild } from '../guild.ts';
import type { SandboxAccount } from '../store/accounts.ts';
import type { Channel, InviteData } from '../store/channels.ts';

/** The public data of a user, in Discord's format. */
export function toApiUser(id: string, username: string, isBot = false): APIUser {
  return {
    id,
    username,
    discriminator: '0',
    global_name: isBot ? null : username,
    avatar: null,
    ...(isBot ? { bot: true } : {}),
  };
}

export function toApiBot(guild: SandboxGuild): APIUser {
  return toApiUser(guild.botId, 'guilda-de-teste', true);
}

function toApiMember(user: APIUser, roles: string[]): APIGuildMember {
  return {
    user,
    roles,
    joined_at: timestampOf(user.id).toISOString(),
    deaf: false,
    mute: false,
    nick: null,
    avatar: null,
    banner: null,
    flags: 0 as GuildMemberFlags,
    pending: false,
    premium_since: null,
    communication_disabled_until: null,
  };
}

export const toAccountMember = ({ id, username }: SandboxAccount) =>
  toApiMember(toApiUser(id, username), []);

/** The bot as a member of the server, in Discord's format. */
export const toBotMember = (guild: SandboxGuild) => toApiMember(toApiBot(guild), [guild.botRoleId]);

/** A channel in Discord's format; `position` is its index in the list of channels. */
export function toApiChannel(guild: SandboxGuild, channel: Channel, position: number) {
  const { id, name, type, parentId, overwrites } = channel;
  const commonFields = {
    id,
    type,
    guild_id: guild.guildId,
    name,
    position,
    parent_id: parentId,
    permission_overwrites: [...overwrites],
    flags: 0,
  };
  if (type !== 2) return commonFields;
  const voiceFields: Partial<APIGuildVoiceChannel> = {
    bitrate: channel.bitrate,
    user_limit: channel.userLimit,
    rtc_region: null,
    nsfw: false,
    last_message_id: null,
    rate_limit_per_user: 0,
  };
  return { ...commonFields, ...voiceFields };
}

export function toApiRoles(guild: SandboxGuild): APIRole[] {
  const commonFields = {
    color: 0,
    hoist: false,
    icon: null,
    unicode_emoji: null,
    mentionable: false,
  };
  const colors = { primary_color: 0, secondary_color: null, tertiary_color: null };
  const createRole = (id: string, name: string, permissions: bigint, position: number) => ({
    ...commonFields,
    colors,
    id,
    name,
    permissions: String(permissions),
    position,
    managed: false,
    flags: 0,
  });
  return [
    createRole(guild.guildId, '@everyone', guild.everyone, 0),
    {
      ...createRole(guild.botRoleId, 'Guilda', guild.bot, 1),
      managed: true,
      tags: { bot_id: guild.botId },
    },
  ];
}

/** The server in Discord's format, with the fields that Guilda may read. */
export function toApiGuild(guild: SandboxGuild): Partial<APIGuild> {
  return {
    id: guild.guildId,
    name: guild.name,
    icon: null,
    splash: null,
    description: null,
    features: [],
    owner_id: guild.ownerId,
    afk_channel_id: null,
    afk_timeout: 300,
    roles: toApiRoles(guild),
    emojis: [],
    stickers: [],
  };
}

export function toApiVoiceState(guild: SandboxGuild, account: SandboxAccount): APIVoiceState {
  return {
    guild_id: guild.guildId,
    channel_id: account.channelId,
    user_id: account.id,
    member: toAccountMember(account),
    session_id: `sandbox-${account.id}`,
    deaf: false,
    mute: false,
    self_deaf: false,
    self_mute: false,
    self_video: false,
    suppress: false,
    request_to_speak_timestamp: null,
  };
}

export function toApiInvite(
  guild: SandboxGuild,
  code: string,
  { id, name, type }: Channel,
  { maxAge, maxUses, temporary, expiresAt }: InviteData,
  now: Date,
) {
  const inviteFields: Pick<APIInvite, 'code' | 'expires_at' | 'inviter'> = {
    code,
    expires_at: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    inviter: toApiBot(guild),
  };
  return {
    ...inviteFields,
    type: 0,
    guild: { id: guild.guildId, name: guild.name, icon: null, splash: null, features: [] },
    channel: { id, name, type },
    uses: 0,
    max_uses: maxUses,
    max_age: maxAge,
    temporary,
    created_at: now.toISOString(),
  };
}
