import { inviteForm } from '@guilda/contract/calls';
import { type RESTPostAPIChannelInviteJSONBody, Routes } from 'discord-api-types/v10';
import { err, ok, type Result } from '../../platform/result.ts';
import { account, anything, channel, channels, invite, voiceState } from './answers.ts';
import type { DiscordApi, DiscordSetup } from './discord-api.ts';
import type { Failure } from './failures.ts';
import { keyIn, type RoomForm, roomBody } from './room-form.ts';

/** Somebody who cannot be moved, as Discord says it: not in voice, or not in the server. */
const absent = ['unknown_voice_state', 'not_connected', 'unknown_member', 'unknown_user'] as const;

/** Refused moves that leave the invite as a way in. */
const cannotMove: readonly Failure[] = [...absent, 'missing_access', 'missing_permissions'];

/** Ten minutes, for two people (`product §7`). */
const inviteBody: RESTPostAPIChannelInviteJSONBody = {
  max_age: 600,
  max_uses: 2,
  unique: true,
  temporary: false,
};

type Answer<T> = Promise<Result<T, Failure>>;

export type RoomSteps = ReturnType<typeof createRoomSteps>;

/** The single requests that rooms are made of, as the bot. */
export function createRoomSteps(
  api: DiscordApi,
  { botToken, guildId, categoryId }: DiscordSetup,
  installation: string,
) {
  const authorization = `Bot ${botToken}`;
  let knownBotId: string | null = null;

  async function botId(signal: AbortSignal): Answer<string> {
    if (knownBotId) return ok(knownBotId);
    const path = Routes.user('@me');
    const me = await api({ method: 'GET', path, authorization, shape: account, signal });
    if (me.ok) knownBotId = me.value.id;
    return me.ok ? ok(me.value.id) : me;
  }

  /** The voice channel somebody is in, null for none. One that is closed to the bot counts as none. */
  async function voiceOf(person: string, signal: AbortSignal): Answer<string | null> {
    const path = Routes.guildVoiceState(guildId, person);
    const awaited = [...absent, 'missing_access'] as const;
    const got = await api({
      ...{ method: 'GET', path, authorization, signal, awaited },
      shape: voiceState,
    });
    if (got.ok) return ok(got.value.channel_id);
    return awaited.some((code) => code === got.code) ? ok(null) : got;
  }

  async function makeChannel(
    form: Pick<RoomForm, 'callId' | 'people' | 'botId'>,
    signal: AbortSignal,
  ): Answer<string> {
    const path = Routes.guildChannels(guildId);
    const make = (category: string | null) =>
      api({
        ...{ method: 'POST', path, authorization, shape: channel, signal },
        body: roomBody({ ...form, guildId, installation, categoryId: category }),
      });
    let made = await make(categoryId);
    // A refused form has made nothing: better a room at the top of the server than none.
    if (!made.ok && made.code === 'category_unusable' && categoryId) made = await make(null);
    return made.ok ? ok(made.value.id) : made;
  }

  /** Whether somebody was moved; not, when they left in the meantime or may not be moved. */
  async function move(person: string, channelId: string, signal: AbortSignal): Answer<boolean> {
    const path = Routes.guildMember(guildId, person);
    const body = { channel_id: channelId };
    const moved = await api({
      ...{ method: 'PATCH', path, authorization, body, signal, awaited: absent },
      shape: anything,
    });
    if (moved.ok) return ok(true);
    return cannotMove.includes(moved.code) ? ok(false) : moved;
  }

  async function inviteTo(channelId: string, signal: AbortSignal): Answer<string> {
    const path = Routes.channelInvites(channelId);
    const link = invite
      .transform(({ code }) => `https://discord.gg/${code}`)
      .refine((address) => inviteForm.test(address));
    return api({ method: 'POST', path, authorization, body: inviteBody, shape: link, signal });
  }

  async function removeChannel(channelId: string, signal: AbortSignal): Answer<undefined> {
    const path = Routes.channel(channelId);
    const awaited = ['unknown_channel'] as const;
    const gone = await api({
      ...{ method: 'DELETE', path, authorization, signal, awaited },
      shape: anything,
    });
    return gone.ok || gone.code === 'unknown_channel' ? ok(undefined) : err(gone.code);
  }

  async function listRooms(signal: AbortSignal): Answer<{ channelId: string; key: string }[]> {
    const path = Routes.guildChannels(guildId);
    const all = await api({ method: 'GET', path, authorization, shape: channels, signal });
    if (!all.ok) return all;
    return ok(
      all.value.flatMap((each) => {
        const key = keyIn(installation, each);
        return key ? [{ channelId: each.id, key }] : [];
      }),
    );
  }

  return { botId, voiceOf, makeChannel, move, inviteTo, removeChannel, listRooms };
}
