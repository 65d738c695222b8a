import { ChannelType, OverwriteType, PermissionFlagsBits } from 'discord-api-types/v10';
import { type DiscordSandboxIdentity, fixedIdsOf } from '../sandbox-identity.ts';
import type { Channel, Overwrite } from './store/channels.ts';

const { ViewChannel, Connect, Speak, Stream, UseVAD } = PermissionFlagsBits;
const { CreateInstantInvite, ManageChannels, MoveMembers } = PermissionFlagsBits;

/** Permissions that every member of the server has. */
const EVERYONE_PERMISSIONS = ViewChannel | Connect | Speak | Stream | UseVAD | CreateInstantInvite;

/** Permissions of the bot's role: exactly those that Guilda asks for when its bot is invited to a server. */
const BOT_PERMISSIONS = EVERYONE_PERMISSIONS | ManageChannels | MoveMembers;

/** Creates the channels that always exist in the server. */
function createFixedChannels(guildId: string): readonly Channel[] {
  const { categoryId, textId, lobbyId } = fixedIdsOf(guildId);
  const commonFields = { overwrites: [], bitrate: 64_000, userLimit: 0 };
  const categoryFields = { ...commonFields, parentId: categoryId };
  return [
    {
      ...commonFields,
      id: categoryId,
      name: 'Guilda',
      type: ChannelType.GuildCategory,
      parentId: null,
    },
    { ...categoryFields, id: textId, name: 'geral', type: ChannelType.GuildText },
    { ...categoryFields, id: lobbyId, name: 'Sala de espera', type: ChannelType.GuildVoice },
  ];
}

/** Creates the constant data of the sandbox's Discord server (guild). */
export function createSandboxGuild({ clientId, guildId }: DiscordSandboxIdentity) {
  const ids = fixedIdsOf(guildId);
  return {
    ...ids,
    clientId,
    guildId,
    name: 'Guilda de teste',
    fixedChannels: createFixedChannels(guildId),
    everyone: EVERYONE_PERMISSIONS,
    bot: BOT_PERMISSIONS,
  };
}

export type SandboxGuild = ReturnType<typeof createSandboxGuild>;

function applyOverwrites(permissions: bigint, overwrites: readonly Overwrite[]): bigint {
  const mergeBits = (bitsOf: (overwrite: Overwrite) => string) =>
    overwrites.reduce((sum, overwrite) => sum | BigInt(bitsOf(overwrite)), 0n);
  return (permissions & ~mergeBits(({ deny }) => deny)) | mergeBits(({ allow }) => allow);
}

/** The bot's permissions in the whole server. */
export const botGuildPermissions = ({ everyone, bot }: SandboxGuild): bigint => everyone | bot;

/**
 * The bot's permissions in a channel: overwrites are applied for everyone, then for the bot's role, then for the bot
 * itself. No permissions when the bot cannot see the channel, or cannot connect to a voice channel.
 */
export function botChannelPermissions(guild: SandboxGuild, { type, overwrites }: Channel): bigint {
  const overwritesFor = (kind: OverwriteType, id: string) =>
    overwrites.filter((overwrite) => overwrite.type === kind && overwrite.id === id);
  const permissions = [
    overwritesFor(OverwriteType.Role, guild.guildId),
    overwritesFor(OverwriteType.Role, guild.botRoleId),
    overwritesFor(OverwriteType.Member, guild.botId),
  ].reduce(applyOverwrites, botGuildPermissions(guild));
  if (!(permissions & ViewChannel)) return 0n;
  return type === ChannelType.GuildVoice && !(permissions & Connect) ? 0n : permissions;
}

/** Whether a member other than the bot may see and connect to a voice channel. */
export function canConnect(
  guild: SandboxGuild,
  { overwrites }: Channel,
  discordId: string,
): boolean {
  const everyoneOverwrites = overwrites.filter(({ id }) => id === guild.guildId);
  const memberOverwrites = overwrites.filter(
    ({ id, type }) => type === OverwriteType.Member && id === discordId,
  );
  const permissions = applyOverwrites(
    applyOverwrites(guild.everyone, everyoneOverwrites),
    memberOverwrites,
  );
  return (permissions & ViewChannel) !== 0n && (permissions & Connect) !== 0n;
}
