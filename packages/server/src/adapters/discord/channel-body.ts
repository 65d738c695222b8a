import {
  ChannelType,
  OverwriteType,
  PermissionFlagsBits as Permission,
  type RESTPostAPIGuildChannelJSONBody,
} from 'discord-api-types/v10';
import { type RoomRequest, roomKey } from '../../ports/voice-rooms.ts';

const allOf = (bits: readonly bigint[]) => bits.reduce((all, bit) => all | bit, 0n).toString();

const hidden = [Permission.ViewChannel, Permission.Connect];

const forPeople = [
  Permission.ViewChannel,
  Permission.Connect,
  Permission.Speak,
  Permission.Stream,
  Permission.UseVAD,
];

const forBot = [
  Permission.ViewChannel,
  Permission.Connect,
  Permission.MoveMembers,
  Permission.ManageChannels,
  Permission.CreateInstantInvite,
];

/** Permissions that the bot needs in the whole server: Discord lets a channel grant only permissions that the bot has itself. */
export const neededPermissions = [...new Set([...forPeople, ...forBot])];

export interface ChannelInput extends RoomRequest {
  readonly installation: string;
  readonly guildId: string;
  readonly botId: string;
  readonly categoryId: string | null;
}

const nameOf = (installation: string, key: string) => `Guilda · ${installation}-${key}`;

/** A voice channel that nobody but these two and the bot sees. */
export function channelBody(form: ChannelInput): RESTPostAPIGuildChannelJSONBody {
  const { guildId, botId, people } = form;
  const member = (id: string, allowed: readonly bigint[]) => ({
    id,
    type: OverwriteType.Member,
    allow: allOf(allowed),
    deny: '0',
  });
  return {
    name: nameOf(form.installation, roomKey(form.callId)),
    type: ChannelType.GuildVoice,
    // The role of everybody has the server's own id.
    permission_overwrites: [
      { id: guildId, type: OverwriteType.Role, allow: '0', deny: allOf(hidden) },
      ...people.map((id) => member(id, forPeople)),
      member(botId, forBot),
    ],
    ...(form.categoryId ? { parent_id: form.categoryId } : {}),
  };
}

/** The {@link roomKey} in a channel's name; null for a channel that this installation has not made. */
export function roomKeyOf(installation: string, channel: ChannelName): string | null {
  const prefix = nameOf(installation, '');
  if (channel.type !== ChannelType.GuildVoice || !channel.name?.startsWith(prefix)) return null;
  const key = channel.name.slice(prefix.length);
  return /^[0-9a-f]{12}$/.test(key) ? key : null;
}

interface ChannelName {
  readonly type: number;
  readonly name?: string | null | undefined;
}
