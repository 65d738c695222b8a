import { inviteForm } from '@guilda/contract/calls';
import { limits } from '@guilda/contract/limits';
import { type RESTPostAPIChannelInviteJSONBody, Routes } from 'discord-api-types/v10';
import { err, ok, type Result } from '../../platform/result.ts';
import type { ListedRoom } from '../../ports/voice-rooms.ts';
import { account, anything, channel, channels, invite, voiceState } from './answers.ts';
import type { DiscordApi, DiscordRequest, DiscordSetup } from './discord-api.ts';
import type { Failure } from './failures.ts';
import { keyIn, type RoomForm, roomBody } from './room-form.ts';

/** The bot in the product's server, as whom rooms are made. */
export interface Bot {
  readonly api: DiscordApi;
  readonly setup: DiscordSetup;
  readonly installation: string;
  /** Its own id, once it was asked for. */
  id: string | null;
}

type Answer<T> = Promise<Result<T, Failure>>;

/** Somebody who cannot be moved, as Discord says it: not in voice, or not in the server. */
const absent: readonly Failure[] = [
  'unknown_voice_state',
  'not_connected',
  'unknown_member',
  'unknown_user',
];

/** Refused moves that leave the invite as a way in. */
const cannotMove: readonly Failure[] = [...absent, 'missing_access', 'missing_permissions'];

/** For the two of a call, and not for long (`product §7`). */
const inviteBody: RESTPostAPIChannelInviteJSONBody = {
  max_age: limits.inviteSeconds,
  max_uses: limits.inviteUses,
  unique: true,
  temporary: false,
};

const inviteLink = invite
  .transform(({ code }) => `https://discord.gg/${code}`)
  .refine((link) => inviteForm.test(link));

const ask = <T>({ api, setup }: Bot, request: Omit<DiscordRequest<T>, 'authorization'>) =>
  api({ ...request, authorization: `Bot ${setup.botToken}` });

/** The bot's own id, asked once. */
export async function idOf(bot: Bot, signal: AbortSignal): Answer<string> {
  if (bot.id) return ok(bot.id);
  const path = Routes.user();
  const me = await ask(bot, { method: 'GET', path, shape: account, signal });
  if (!me.ok) return me;
  bot.id = me.value.id;
  return ok(bot.id);
}

/** The voice channel somebody is in, null for none. One that is closed to the bot counts as none. */
export async function voiceOf(
  bot: Bot,
  person: string,
  signal: AbortSignal,
): Answer<string | null> {
  const path = Routes.guildVoiceState(bot.setup.guildId, person);
  const awaited: readonly Failure[] = [...absent, 'missing_access'];
  const got = await ask(bot, { method: 'GET', path, shape: voiceState, signal, awaited });
  if (got.ok) return ok(got.value.channel_id);
  return awaited.includes(got.code) ? ok(null) : got;
}

/** Makes the channel of a room and tells its id. */
export async function makeChannel(
  bot: Bot,
  form: Pick<RoomForm, 'callId' | 'people' | 'botId'>,
  signal: AbortSignal,
): Answer<string> {
  const { installation, setup } = bot;
  const { guildId } = setup;
  const path = Routes.guildChannels(guildId);
  const make = (categoryId: string | null) => {
    const body = roomBody({ ...form, guildId, installation, categoryId });
    return ask(bot, { method: 'POST', path, body, shape: channel, signal });
  };
  let made = await make(setup.categoryId);
  // A refused form has made nothing: better a room at the top of the server than none.
  if (!made.ok && made.code === 'category_unusable' && setup.categoryId) made = await make(null);
  return made.ok ? ok(made.value.id) : made;
}

/** Whether somebody was moved; not, when they left in the meantime or may not be moved. */
export async function move(
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

/** A link into a channel; one that does not lead to Discord is no answer. */
export function inviteTo(bot: Bot, channelId: string, signal: AbortSignal): Answer<string> {
  const path = Routes.channelInvites(channelId);
  return ask(bot, { method: 'POST', path, body: inviteBody, shape: inviteLink, signal });
}

/** Removes a channel; one that is gone already counts as removed. */
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

/** The rooms of this installation among all channels that the bot sees. */
export async function listRooms(bot: Bot, signal: AbortSignal): Answer<readonly ListedRoom[]> {
  const path = Routes.guildChannels(bot.setup.guildId);
  const all = await ask(bot, { method: 'GET', path, shape: channels, signal });
  if (!all.ok) return all;
  const rooms = all.value.flatMap((each) => {
    const key = keyIn(bot.installation, each);
    return key ? [{ channelId: each.id, key }] : [];
  });
  return ok(rooms);
}
