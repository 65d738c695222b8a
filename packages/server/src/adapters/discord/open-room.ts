import { ok, type Result } from '../../platform/result.ts';
import { type OpenedRoom, type RoomRequest, roomKey } from '../../ports/voice-rooms.ts';
import {
  type Bot,
  fetchBotId,
  inviteTo,
  listRooms,
  makeChannel,
  moveMember,
  removeChannel,
  voiceOf,
} from './bot-requests.ts';
import type { DiscordFailure } from './failures.ts';

/** Deadlines of an attempt and of its cleanup. */
export interface RoomDeadlines {
  readonly signal: AbortSignal;
  /** The cleanup deadline; it starts with the first call. */
  readonly cleanup: () => AbortSignal;
}

type Answer<T> = Promise<Result<T, DiscordFailure>>;

/** A person and the voice channel they are in. */
interface VoiceSeat {
  readonly person: string;
  readonly channelId: string;
}

/** Failures after which it is unknown whether Discord executed the request. */
const uncertainFailures: readonly DiscordFailure[] = [
  'server_error',
  'timed_out',
  'unreachable',
  'unintelligible',
];

/** The voice channels of both people; null unless both are in voice. */
async function seatsOf(
  bot: Bot,
  people: RoomRequest['people'],
  signal: AbortSignal,
): Answer<readonly VoiceSeat[] | null> {
  const seats: VoiceSeat[] = [];
  for (const person of people) {
    const voice = await voiceOf(bot, person, signal);
    if (!voice.ok) return voice;
    if (voice.value === null) return ok(null);
    seats.push({ person, channelId: voice.value });
  }
  return ok(seats);
}

/** Moves both people or none: when one cannot be moved, the other is moved back. */
async function moveAll(
  bot: Bot,
  seats: readonly VoiceSeat[],
  channelId: string,
  { signal, cleanup }: RoomDeadlines,
): Answer<boolean> {
  for (const [index, { person }] of seats.entries()) {
    const moved = await moveMember(bot, person, channelId, signal);
    if (moved.ok && moved.value) continue;
    for (const seat of seats.slice(0, moved.ok ? index : index + 1)) {
      await moveMember(bot, seat.person, seat.channelId, cleanup());
    }
    return moved;
  }
  return ok(true);
}

async function admitPeople(
  bot: Bot,
  seats: readonly VoiceSeat[] | null,
  channelId: string,
  times: RoomDeadlines,
): Answer<OpenedRoom> {
  const moved = seats ? await moveAll(bot, seats, channelId, times) : ok(false);
  if (!moved.ok) return moved;
  if (moved.value) return ok({ channelId, inviteLink: null, response: 'moved' });
  const link = await inviteTo(bot, channelId, times.signal);
  return link.ok ? ok({ channelId, inviteLink: link.value, response: 'not_moved' }) : link;
}

/** Deletes the room that a request without a clear answer may have made. */
async function removeByKey(bot: Bot, key: string, signal: AbortSignal): Promise<void> {
  const rooms = await listRooms(bot, signal);
  for (const room of rooms.ok ? rooms.value : []) {
    if (room.key === key) await removeChannel(bot, room.channelId, signal);
  }
}

/** Creates a room and moves or invites both people; cleans up after a failure. */
export async function openDiscordRoom(
  bot: Bot,
  { callId, people }: RoomRequest,
  times: RoomDeadlines,
): Answer<OpenedRoom> {
  const { signal, cleanup } = times;
  const botId = await fetchBotId(bot, signal);
  if (!botId.ok) return botId;
  const seats = await seatsOf(bot, people, signal);
  if (!seats.ok) return seats;
  const made = await makeChannel(bot, { callId, people, botId: botId.value }, signal);
  if (!made.ok) {
    if (uncertainFailures.includes(made.code)) await removeByKey(bot, roomKey(callId), cleanup());
    return made;
  }
  const opened = await admitPeople(bot, seats.value, made.value, times);
  if (!opened.ok) await removeChannel(bot, made.value, cleanup());
  return opened;
}
