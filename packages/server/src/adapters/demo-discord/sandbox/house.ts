import { ChannelType, OverwriteType, PermissionFlagsBits } from 'discord-api-types/v10';
import { type DiscordSandboxIdentity, fixturesOf } from '../sandbox-identity.ts';
import type { Channel, Overwrite } from './store/channels.ts';

const { ViewChannel, Connect, Speak, Stream, UseVAD } = PermissionFlagsBits;
const { CreateInstantInvite, ManageChannels, MoveMembers } = PermissionFlagsBits;

/** What anybody in the server may do. */
const EVERYONE = ViewChannel | Connect | Speak | Stream | UseVAD | CreateInstantInvite;

/** The bot's role: what the product asks for when it is invited, and nothing else. */
const BOT = EVERYONE | ManageChannels | MoveMembers;

/** Channels that stand in the server from the start, and stay. */
function standing(guildId: string): readonly Channel[] {
  const { categoryId, textId, lobbyId } = fixturesOf(guildId);
  const common = { overwrites: [], bitrate: 64_000, userLimit: 0 };
  const within = { ...common, parentId: categoryId };
  return [
    { ...common, id: categoryId, name: 'Guilda', type: ChannelType.GuildCategory, parentId: null },
    { ...within, id: textId, name: 'geral', type: ChannelType.GuildText },
    { ...within, id: lobbyId, name: 'Sala de espera', type: ChannelType.GuildVoice },
  ];
}

/** The product's server at the sandbox of Discord: what never changes of it. */
export function houseOf({ clientId, guildId }: DiscordSandboxIdentity) {
  const ids = fixturesOf(guildId);
  return {
    ...ids,
    clientId,
    guildId,
    name: 'Guilda de teste',
    standing: standing(guildId),
    everyone: EVERYONE,
    bot: BOT,
  };
}

export type House = ReturnType<typeof houseOf>;

function apply(permissions: bigint, overwrites: readonly Overwrite[]): bigint {
  const all = (of: (one: Overwrite) => string) =>
    overwrites.reduce((sum, one) => sum | BigInt(of(one)), 0n);
  return (permissions & ~all(({ deny }) => deny)) | all(({ allow }) => allow);
}

/** What the bot may do in the whole server. */
export const botInHouse = ({ everyone, bot }: House): bigint => everyone | bot;

/**
 * What the bot may do in a channel: overwrites for everyone, then for its role, then for itself.
 * Who cannot see a channel, or not connect to one of voice, can do nothing there.
 */
export function botInChannel(house: House, { type, overwrites }: Channel): bigint {
  const about = (kind: OverwriteType, id: string) =>
    overwrites.filter((one) => one.type === kind && one.id === id);
  const allowed = [
    about(OverwriteType.Role, house.guildId),
    about(OverwriteType.Role, house.botRoleId),
    about(OverwriteType.Member, house.botId),
  ].reduce(apply, botInHouse(house));
  if (!(allowed & ViewChannel)) return 0n;
  return type === ChannelType.GuildVoice && !(allowed & Connect) ? 0n : allowed;
}

/** Whether somebody who is not the bot may see a channel and, if it is of voice, connect to it. */
export function mayEnter(house: House, { overwrites }: Channel, discordId: string): boolean {
  const everyone = overwrites.filter(({ id }) => id === house.guildId);
  const own = overwrites.filter(
    ({ id, type }) => type === OverwriteType.Member && id === discordId,
  );
  const allowed = apply(apply(house.everyone, everyone), own);
  return (allowed & ViewChannel) !== 0n && (allowed & Connect) !== 0n;
}
