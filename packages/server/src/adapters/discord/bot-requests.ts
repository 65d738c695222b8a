import { inviteUrlPattern } from '@guilda/contract/chat/calls';
import { limits } from '@guilda/contract/limits';
import { type RESTPostAPIChannelInviteJSONBody, Routes } from 'discord-api-types/v10';
import { err, ok, type Result } from '../../platform/result.ts';
import type { ListedRoom } from '../../ports/voice-rooms.ts';
import { buildChannelBody, type ChannelInput, roomKeyOf } from './channel-body.ts';
import type { DiscordApi, DiscordRequest, DiscordSetup } from './discord-api.ts';
import type { DiscordFailure } from './failures.ts';
import { account, anyBody, channel, channels, invite, voiceState } from './response-schemas.ts';

/** The bot in the configured server; it creates the voice rooms of calls. */
export interface DiscordBot {
  readonly api: DiscordApi;
  readonly setup: DiscordSetup;
  readonly installation: string;
  /** The bot's own Discord id; null until Discord has returned the id. */
  id: string | null;
}

type DiscordAnswer<T> = Promise<Result<T, DiscordFailure>>;

/** Failures which mean that a person is in no voice channel or not in the server. */
const personAbsentFailures: readonly DiscordFailure[] = [
  'unknown_voice_state',
  'not_connected',
  'unknown_member',
  'unknown_user',
];

/** Failures to move a person after which an invite is sent instead. */
const inviteFallbackFailures: readonly DiscordFailure[] = [
  ...personAbsentFailures,
  'missing_access',
  'missing_permissions',
];

/** Body of an invite request: for two people and short-lived (docs/product/calls.md). */
const inviteBody: RESTPostAPIChannelInviteJSONBody = {
  max_age: limits.inviteSeconds,
  max_uses: limits.inviteUses,
  unique: true,
  temporary: false,
};

const inviteLink = invite
  .transform(({ code }) => `https://discord.gg/${code}`)
  .refine((link) => inviteUrlPattern.test(link));

const requestAsBot = <T>(
  { api, setup }: DiscordBot,
  request: Omit<DiscordRequest<T>, 'authorization'>,
) => api({ ...request, authorization: `Bot ${setup.botToken}` });

/** Returns the bot's own id; requests it from Discord only once. */
export async function fetchBotId(
  discordBot: DiscordBot,
  signal: AbortSignal,
): DiscordAnswer<string> {
  if (discordBot.id) return ok(discordBot.id);
  const path = Routes.user();
  const botUser = await requestAsBot(discordBot, {
    method: 'GET',
    path,
    responseSchema: account,
    signal,
  });
  if (!botUser.ok) return botUser;
  discordBot.id = botUser.value.id;
  return ok(discordBot.id);
}

/** The voice channel that a person is in; null when the person is in none or in one that the bot cannot see. */
export async function fetchVoiceChannel(
  bot: DiscordBot,
  personId: string,
  signal: AbortSignal,
): DiscordAnswer<string | null> {
  const path = Routes.guildVoiceState(bot.setup.guildId, personId);
  const expectedFailures: readonly DiscordFailure[] = [...personAbsentFailures, 'missing_access'];
  const voiceStateResult = await requestAsBot(bot, {
    method: 'GET',
    path,
    responseSchema: voiceState,
    signal,
    expectedFailures,
  });
  if (voiceStateResult.ok) return ok(voiceStateResult.value.channel_id);
  return expectedFailures.includes(voiceStateResult.code) ? ok(null) : voiceStateResult;
}

/** Creates the channel of a room and returns its id. */
export async function createChannel(
  bot: DiscordBot,
  room: Pick<ChannelInput, 'callId' | 'people' | 'botId'>,
  signal: AbortSignal,
): DiscordAnswer<string> {
  const { installation, setup } = bot;
  const { guildId } = setup;
  const path = Routes.guildChannels(guildId);
  const createIn = (categoryId: string | null) => {
    const body = buildChannelBody({ ...room, guildId, installation, categoryId });
    return requestAsBot(bot, { method: 'POST', path, body, responseSchema: channel, signal });
  };
  let createdChannel = await createIn(setup.categoryId);
  // When Discord rejects the category, no channel exists yet: the request is repeated without the category.
  if (!createdChannel.ok && createdChannel.code === 'category_unusable' && setup.categoryId)
    createdChannel = await createIn(null);
  return createdChannel.ok ? ok(createdChannel.value.id) : createdChannel;
}

/** Moves a person to a voice channel; false when the person is in no voice channel or cannot be moved. */
export async function moveMember(
  bot: DiscordBot,
  personId: string,
  channelId: string,
  signal: AbortSignal,
): DiscordAnswer<boolean> {
  const path = Routes.guildMember(bot.setup.guildId, personId);
  const body = { channel_id: channelId };
  const request = {
    method: 'PATCH',
    path,
    body,
    responseSchema: anyBody,
    signal,
    expectedFailures: personAbsentFailures,
  } as const;
  const moveResult = await requestAsBot(bot, request);
  if (moveResult.ok) return ok(true);
  return inviteFallbackFailures.includes(moveResult.code) ? ok(false) : moveResult;
}

/** Creates an invite to a channel; an answer whose link does not lead to Discord is rejected. */
export function createInvite(
  bot: DiscordBot,
  channelId: string,
  signal: AbortSignal,
): DiscordAnswer<string> {
  const path = Routes.channelInvites(channelId);
  return requestAsBot(bot, {
    method: 'POST',
    path,
    body: inviteBody,
    responseSchema: inviteLink,
    signal,
  });
}

/** Deletes a channel; succeeds when the channel does not exist. */
export async function deleteChannel(
  bot: DiscordBot,
  channelId: string,
  signal: AbortSignal,
): DiscordAnswer<undefined> {
  const path = Routes.channel(channelId);
  const expectedFailures = ['unknown_channel'] as const;
  const deletion = await requestAsBot(bot, {
    method: 'DELETE',
    path,
    responseSchema: anyBody,
    signal,
    expectedFailures,
  });
  return deletion.ok || deletion.code === 'unknown_channel' ? ok(undefined) : err(deletion.code);
}

/** Lists this installation's rooms among all channels of the server. */
export async function listRooms(
  bot: DiscordBot,
  signal: AbortSignal,
): DiscordAnswer<readonly ListedRoom[]> {
  const path = Routes.guildChannels(bot.setup.guildId);
  const channelList = await requestAsBot(bot, {
    method: 'GET',
    path,
    responseSchema: channels,
    signal,
  });
  if (!channelList.ok) return channelList;
  const rooms = channelList.value.flatMap((channel) => {
    const key = roomKeyOf(bot.installation, channel);
    return key ? [{ channelId: channel.id, key }] : [];
  });
  return ok(rooms);
}
