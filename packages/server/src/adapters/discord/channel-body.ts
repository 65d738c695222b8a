import {
  ChannelType,
  OverwriteType,
  PermissionFlagsBits as Permission,
  type RESTPostAPIGuildChannelJSONBody,
} from 'discord-api-types/v10';
import { type RoomRequest, roomKey } from '../../ports/voice-rooms.ts';

const combineBits = (bits: readonly bigint[]) =>
  bits.reduce((combined, bit) => combined | bit, 0n).toString();

const viewPermissions = [Permission.ViewChannel, Permission.Connect];

const peoplePermissions = [
  Permission.ViewChannel,
  Permission.Connect,
  Permission.Speak,
  Permission.Stream,
  Permission.UseVAD,
];

const botPermissions = [
  Permission.ViewChannel,
  Permission.Connect,
  Permission.MoveMembers,
  Permission.ManageChannels,
  Permission.CreateInstantInvite,
];

/**
 * Permissions that the bot needs in the whole server, because Discord lets a bot set only those permissions of a
 * channel that the bot has itself.
 */
export const neededPermissions = [...new Set([...peoplePermissions, ...botPermissions])];

export interface ChannelInput extends RoomRequest {
  readonly installation: string;
  readonly guildId: string;
  readonly botId: string;
  readonly categoryId: string | null;
}

const channelNameOf = (installation: string, key: string) => `Guilda · ${installation}-${key}`;

/** Request body for a voice channel that only `people` (caller and callee) and the bot can see. */
export function buildChannelBody(channelInput: ChannelInput): RESTPostAPIGuildChannelJSONBody {
  const { guildId, botId, people } = channelInput;
  const overwriteForMember = (id: string, allowedPermissions: readonly bigint[]) => ({
    id,
    type: OverwriteType.Member,
    allow: combineBits(allowedPermissions),
    deny: '0',
  });
  return {
    name: channelNameOf(channelInput.installation, roomKey(channelInput.callId)),
    type: ChannelType.GuildVoice,
    // In Discord the id of the role `@everyone` is the id of the server.
    permission_overwrites: [
      { id: guildId, type: OverwriteType.Role, allow: '0', deny: combineBits(viewPermissions) },
      ...people.map((id) => overwriteForMember(id, peoplePermissions)),
      overwriteForMember(botId, botPermissions),
    ],
    ...(channelInput.categoryId ? { parent_id: channelInput.categoryId } : {}),
  };
}

/** The {@link roomKey} in a channel's name; null for a channel that this installation has not created. */
export function roomKeyOf(installation: string, channel: NamedChannel): string | null {
  const prefix = channelNameOf(installation, '');
  if (channel.type !== ChannelType.GuildVoice || !channel.name?.startsWith(prefix)) return null;
  const key = channel.name.slice(prefix.length);
  return /^[0-9a-f]{12}$/.test(key) ? key : null;
}

interface NamedChannel {
  readonly type: number;
  readonly name?: string | null | undefined;
}
