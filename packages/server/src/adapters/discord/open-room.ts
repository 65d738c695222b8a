import { ok, type Result } from '../../platform/result.ts';
import { type OpenedRoom, type RoomRequest, roomKey } from '../../ports/voice-rooms.ts';
import type { Failure } from './failures.ts';
import {
  type Bot,
  idOf,
  inviteTo,
  listRooms,
  makeChannel,
  move,
  removeChannel,
  voiceOf,
} from './room-steps.ts';

/** The time of an attempt, and the short one that undoing it may take altogether. */
export interface Times {
  readonly signal: AbortSignal;
  /** Begins when it is first asked for. */
  readonly cleanup: () => AbortSignal;
}

type Answer<T> = Promise<Result<T, Failure>>;

/** Somebody in voice, and where they are. */
interface Seat {
  readonly person: string;
  readonly channelId: string;
}

/** After these nobody knows whether Discord did what it was asked. */
const unheard: readonly Failure[] = ['server_error', 'timed_out', 'unreachable', 'unintelligible'];

/** Where both are in voice; null unless both are. */
async function seatsOf(
  bot: Bot,
  people: RoomRequest['people'],
  signal: AbortSignal,
): Answer<readonly Seat[] | null> {
  const seats: Seat[] = [];
  for (const person of people) {
    const voice = await voiceOf(bot, person, signal);
    if (!voice.ok) return voice;
    if (voice.value === null) return ok(null);
    seats.push({ person, channelId: voice.value });
  }
  return ok(seats);
}

/** Moves both or nobody: whoever may have been moved is put back when the other cannot be. */
async function moveAll(
  bot: Bot,
  seats: readonly Seat[],
  channelId: string,
  { signal, cleanup }: Times,
): Answer<boolean> {
  for (const [index, { person }] of seats.entries()) {
    const moved = await move(bot, person, channelId, signal);
    if (moved.ok && moved.value) continue;
    for (const seat of seats.slice(0, moved.ok ? index : index + 1)) {
      await move(bot, seat.person, seat.channelId, cleanup());
    }
    return moved;
  }
  return ok(true);
}

async function letIn(
  bot: Bot,
  seats: readonly Seat[] | null,
  channelId: string,
  times: Times,
): Answer<OpenedRoom> {
  const moved = seats ? await moveAll(bot, seats, channelId, times) : ok(false);
  if (!moved.ok) return moved;
  if (moved.value) return ok({ channelId, inviteLink: null, response: 'moved' });
  const link = await inviteTo(bot, channelId, times.signal);
  return link.ok ? ok({ channelId, inviteLink: link.value, response: 'not_moved' }) : link;
}

/** Removes what an unheard request may have made. */
async function removeByKey(bot: Bot, key: string, signal: AbortSignal): Promise<void> {
  const rooms = await listRooms(bot, signal);
  for (const room of rooms.ok ? rooms.value : []) {
    if (room.key === key) await removeChannel(bot, room.channelId, signal);
  }
}

/** Makes a room and lets both in; after a failure tries to leave nothing behind. */
export async function openRoom(
  bot: Bot,
  { callId, people }: RoomRequest,
  times: Times,
): Answer<OpenedRoom> {
  const { signal, cleanup } = times;
  const botId = await idOf(bot, signal);
  if (!botId.ok) return botId;
  const seats = await seatsOf(bot, people, signal);
  if (!seats.ok) return seats;
  const made = await makeChannel(bot, { callId, people, botId: botId.value }, signal);
  if (!made.ok) {
    if (unheard.includes(made.code)) await removeByKey(bot, roomKey(callId), cleanup());
    return made;
  }
  const opened = await letIn(bot, seats.value, made.value, times);
  if (!opened.ok) await removeChannel(bot, made.value, cleanup());
  return opened;
}
