import { ok, type Result } from '../../platform/result.ts';
import { type OpenedRoom, type RoomRequest, roomKey } from '../../ports/voice-rooms.ts';
import {
  createChannel,
  createInvite,
  type DiscordBot,
  deleteChannel,
  fetchBotId,
  fetchVoiceChannel,
  listRooms,
  moveMember,
} from './bot-requests.ts';
import type { DiscordFailure } from './failures.ts';

/** Time limits of an attempt to open a room, and of the cleanup after a failed attempt. */
export interface RoomDeadlines {
  readonly signal: AbortSignal;
  /** Returns the abort signal of the cleanup; the first call starts the cleanup's timeout. */
  readonly cleanup: () => AbortSignal;
}

type DiscordAnswer<T> = Promise<Result<T, DiscordFailure>>;

/** A person and the voice channel that the person is in. */
interface PersonInVoice {
  readonly person: string;
  readonly channelId: string;
}

/** Failures after which it is unknown whether Discord executed the request. */
const unknownOutcomeFailures: readonly DiscordFailure[] = [
  'server_error',
  'timed_out',
  'unreachable',
  'unintelligible',
];

/** The voice channels that caller and callee are in; null unless each of them is in one. */
async function fetchPeopleInVoice(
  bot: DiscordBot,
  people: RoomRequest['people'],
  signal: AbortSignal,
): DiscordAnswer<readonly PersonInVoice[] | null> {
  const peopleInVoice: PersonInVoice[] = [];
  for (const person of people) {
    const voiceChannel = await fetchVoiceChannel(bot, person, signal);
    if (!voiceChannel.ok) return voiceChannel;
    if (voiceChannel.value === null) return ok(null);
    peopleInVoice.push({ person, channelId: voiceChannel.value });
  }
  return ok(peopleInVoice);
}

/** Moves caller and callee, or neither of them: when one of them cannot be moved, the other one is moved back. */
async function moveBothOrNone(
  bot: DiscordBot,
  peopleInVoice: readonly PersonInVoice[],
  channelId: string,
  { signal, cleanup }: RoomDeadlines,
): DiscordAnswer<boolean> {
  for (const [index, { person }] of peopleInVoice.entries()) {
    const moveResult = await moveMember(bot, person, channelId, signal);
    if (moveResult.ok && moveResult.value) continue;
    for (const movedPerson of peopleInVoice.slice(0, moveResult.ok ? index : index + 1)) {
      await moveMember(bot, movedPerson.person, movedPerson.channelId, cleanup());
    }
    return moveResult;
  }
  return ok(true);
}

async function moveOrInvitePeople(
  bot: DiscordBot,
  peopleInVoice: readonly PersonInVoice[] | null,
  channelId: string,
  deadlines: RoomDeadlines,
): DiscordAnswer<OpenedRoom> {
  const moveResult = peopleInVoice
    ? await moveBothOrNone(bot, peopleInVoice, channelId, deadlines)
    : ok(false);
  if (!moveResult.ok) return moveResult;
  if (moveResult.value) return ok({ channelId, inviteLink: null, response: 'moved' });
  const link = await createInvite(bot, channelId, deadlines.signal);
  return link.ok ? ok({ channelId, inviteLink: link.value, response: 'not_moved' }) : link;
}

/** Deletes the room with this key, if it exists: Discord may have created it although its answer was lost. */
async function deleteRoomByKey(bot: DiscordBot, key: string, signal: AbortSignal): Promise<void> {
  const rooms = await listRooms(bot, signal);
  for (const room of rooms.ok ? rooms.value : []) {
    if (room.key === key) await deleteChannel(bot, room.channelId, signal);
  }
}

/** Creates a room and moves or invites caller and callee to it; deletes the room after a failure. */
export async function openDiscordRoom(
  bot: DiscordBot,
  { callId, people }: RoomRequest,
  deadlines: RoomDeadlines,
): DiscordAnswer<OpenedRoom> {
  const { signal, cleanup } = deadlines;
  const botId = await fetchBotId(bot, signal);
  if (!botId.ok) return botId;
  const peopleInVoice = await fetchPeopleInVoice(bot, people, signal);
  if (!peopleInVoice.ok) return peopleInVoice;
  const createdChannel = await createChannel(bot, { callId, people, botId: botId.value }, signal);
  if (!createdChannel.ok) {
    if (unknownOutcomeFailures.includes(createdChannel.code))
      await deleteRoomByKey(bot, roomKey(callId), cleanup());
    return createdChannel;
  }
  const openedRoom = await moveOrInvitePeople(
    bot,
    peopleInVoice.value,
    createdChannel.value,
    deadlines,
  );
  if (!openedRoom.ok) await deleteChannel(bot, createdChannel.value, cleanup());
  return openedRoom;
}
