import { inviteUrlPattern } from '@guilda/contract/calls';
import { limits } from '@guilda/contract/limits';
import { type RESTPostAPIChannelInviteJSONBody, Routes } from 'discord-api-types/v10';
import { err, ok, type Result } from '../../platform/result.ts';
import type { ListedRoom } from '../../ports/voice-rooms.ts';
import { type ChannelInput, channelBody, roomKeyOf } from './channel-body.ts';
import type { DiscordApi, DiscordRequest, DiscordSetup } from './discord-api.ts';
import type { DiscordFailure } from './failures.ts';
import { account, anything, channel, channels, invite, voiceState } from './response-schemas.ts';

/** The bot in the configured server; it makes the rooms. */
export interface Bot {
  readonly api: DiscordApi;
  readonly setup: DiscordSetup;
  readonly installation: string;
  /** The bot's own id, once it was requested. */
  id: string | null;
}

type Answer<T> = Promise<Result<T, DiscordFailure>>;

/** Failures for a person who is not in voice or not in the server. */
const absent: readonly DiscordFailure[] = [
  'unknown_voice_state',
  'not_connected',
  'unknown_member',
  'unknown_user',
];

/** Failed moves after which people can still use the invite. */
const cannotMove: readonly DiscordFailure[] = [...absent, 'missing_access', 'missing_permissions'];

/** Invites are for two people and short-lived (docs/product/calls.md). */
const inviteBody: RESTPostAPIChannelInviteJSONBody = {
  max_age: limits.inviteSeconds,
  max_uses: limits.inviteUses,
  unique: true,
  temporary: false,
};

const inviteLink = invite
  .transform(({ code }) => `https://discord.gg/${code}`)
  .refine((link) => inviteUrlPattern.test(link));

const ask = <T>({ api, setup }: Bot, request: Omit<DiscordRequest<T>, 'authorization'>) =>
  api({ ...request, authorization: `Bot ${setup.botToken}` });

/** The bot's own id, requested once. */
export async function fetchBotId(bot: Bot, signal: AbortSignal): Answer<string> {
  if (bot.id) return ok(bot.id);
  const path = Routes.user();
  const me = await ask(bot, { method: 'GET', path, shape: account, signal });
  if (!me.ok) return me;
  bot.id = me.value.id;
  return ok(bot.id);
}

/** The voice channel of a person; null for none or for one the bot cannot see. */
export async function voiceOf(
  bot: Bot,
  person: string,
  signal: AbortSignal,
): Answer<string | null> {
  const path = Routes.guildVoiceState(bot.setup.guildId, person);
  const awaited: readonly DiscordFailure[] = [...absent, 'missing_access'];
  const got = await ask(bot, { method: 'GET', path, shape: voiceState, signal, awaited });
  if (got.ok) return ok(got.value.channel_id);
  return awaited.includes(got.code) ? ok(null) : got;
}

/** Creates the channel of a room and returns its id. */
export async function makeChannel(
  bot: Bot,
  form: Pick<ChannelInput, 'callId' | 'people' | 'botId'>,
  signal: AbortSignal,
): Answer<string> {
  const { installation, setup } = bot;
  const { guildId } = setup;
  const path = Routes.guildChannels(guildId);
  const make = (categoryId: string | null) => {
    const body = channelBody({ ...form, guildId, installation, categoryId });
    return ask(bot, { method: 'POST', path, body, shape: channel, signal });
  };
  let made = await make(setup.categoryId);
  // The request was rejected, so nothing was made: retry outside of the category.
  if (!made.ok && made.code === 'category_unusable' && setup.categoryId) made = await make(null);
  return made.ok ? ok(made.value.id) : made;
}

/** Moves a person; false when they left voice meanwhile or cannot be moved. */
export async function moveMember(
  bot: Bot,
  person: string,
  channelId: string,
  signal: AbortSignal,
): Answer<boolean> {
  const path = Routes.guildMember(bot.setup.guildId, person);
  const body = { channel_id: channelId };
  const request = {
    method: 'PATCH',
    path,
    body,
    shape: anything,
    signal,
    awaited: absent,
  } as const;
  const moved = await ask(bot, request);
  if (moved.ok) return ok(true);
  return cannotMove.includes(moved.code) ? ok(false) : moved;
}

/** Creates an invite; a link that does not lead to Discord is rejected. */
export function inviteTo(bot: Bot, channelId: string, signal: AbortSignal): Answer<string> {
  const path = Routes.channelInvites(channelId);
  return ask(bot, { method: 'POST', path, body: inviteBody, shape: inviteLink, signal });
}

/** Deletes a channel; succeeds when it does not exist. */
export async function removeChannel(
  bot: Bot,
  channelId: string,
  signal: AbortSignal,
): Answer<undefined> {
  const path = Routes.channel(channelId);
  const awaited = ['unknown_channel'] as const;
  const gone = await ask(bot, { method: 'DELETE', path, shape: anything, signal, awaited });
  return gone.ok || gone.code === 'unknown_channel' ? ok(undefined) : err(gone.code);
}

/** The rooms of this installation among all channels of the server. */
export async function listRooms(bot: Bot, signal: AbortSignal): Answer<readonly ListedRoom[]> {
  const path = Routes.guildChannels(bot.setup.guildId);
  const all = await ask(bot, { method: 'GET', path, shape: channels, signal });
  if (!all.ok) return all;
  const rooms = all.value.flatMap((each) => {
    const key = roomKeyOf(bot.installation, each);
    return key ? [{ channelId: each.id, key }] : [];
  });
  return ok(rooms);
}
