import { err, ok, type Result } from '../../platform/result.ts';
import {
  type OpenedRoom,
  type RoomRequest,
  roomKey,
  type VoiceRooms,
} from '../../ports/voice-rooms.ts';
import { createDiscordApi, type DiscordApiOptions, type DiscordSetup } from './discord-api.ts';
import type { Failure } from './failures.ts';
import { createRoomSteps, type RoomSteps } from './room-steps.ts';

export interface DiscordRoomsOptions extends DiscordApiOptions {
  readonly config: DiscordSetup;
  /** Four hexadecimal digits in the names of this installation's rooms: `list` knows them by it. */
  readonly installation: string;
  /** Milliseconds for every operation, and for undoing one that failed. */
  readonly deadlineMs?: number | undefined;
  readonly cleanupMs?: number | undefined;
}

type Answer<T> = Promise<Result<T, Failure>>;

/** Somebody in voice, and where they were before. */
interface Seat {
  readonly person: string;
  readonly channelId: string;
}

/** The voice channels of both; null unless both are in voice. */
async function seatsOf(
  steps: RoomSteps,
  people: RoomRequest['people'],
  signal: AbortSignal,
): Answer<readonly Seat[] | null> {
  const seats: Seat[] = [];
  for (const person of people) {
    const voice = await steps.voiceOf(person, signal);
    if (!voice.ok) return voice;
    if (voice.value === null) return ok(null);
    seats.push({ person, channelId: voice.value });
  }
  return ok(seats);
}

/** Moves all or nobody: whoever was moved already is put back when another cannot be. */
async function moveAll(
  steps: RoomSteps,
  seats: readonly Seat[],
  channelId: string,
  signals: { readonly signal: AbortSignal; readonly cleanup: () => AbortSignal },
): Answer<boolean> {
  for (const [index, seat] of seats.entries()) {
    const moved = await steps.move(seat.person, channelId, signals.signal);
    if (moved.ok && moved.value) continue;
    // Whether an unheard request moved somebody is not known: it is undone as well.
    const unsure = moved.ok ? index : index + 1;
    for (const { person, channelId: former } of seats.slice(0, unsure)) {
      await steps.move(person, former, signals.cleanup());
    }
    return moved;
  }
  return ok(true);
}

/** {@link VoiceRooms} as voice channels of one server at Discord, made by its bot. */
export function createDiscordRooms(options: DiscordRoomsOptions): VoiceRooms {
  const { config, installation, deadlineMs = 8_000, cleanupMs = 2_000 } = options;
  const steps = createRoomSteps(createDiscordApi(options), config, installation);
  const deadline = () => AbortSignal.timeout(deadlineMs);

  /** All that cleaning up takes comes out of one short time. */
  function cleanupTime(): () => AbortSignal {
    let begun: AbortSignal | null = null;
    return () => {
      begun ??= AbortSignal.timeout(cleanupMs);
      return begun;
    };
  }

  async function letIn(
    channelId: string,
    seats: readonly Seat[] | null,
    signal: AbortSignal,
    cleanup: () => AbortSignal,
  ): Answer<OpenedRoom> {
    const moved = seats ? await moveAll(steps, seats, channelId, { signal, cleanup }) : ok(false);
    if (!moved.ok) return moved;
    if (moved.value) return ok({ channelId, inviteLink: null, response: 'moved' });
    const invite = await steps.inviteTo(channelId, signal);
    return invite.ok
      ? ok({ channelId, inviteLink: invite.value, response: 'not_moved' })
      : err(invite.code);
  }

  /** Removes what an unheard request may have made; what remains is found by `list`. */
  async function removeByKey(key: string, signal: AbortSignal): Promise<void> {
    const rooms = await steps.listRooms(signal);
    for (const room of rooms.ok ? rooms.value : []) {
      if (room.key === key) await steps.removeChannel(room.channelId, signal);
    }
  }

  async function tryToOpen({ callId, people }: RoomRequest): Answer<OpenedRoom> {
    const signal = deadline();
    const cleanup = cleanupTime();
    const bot = await steps.botId(signal);
    if (!bot.ok) return bot;
    const seats = await seatsOf(steps, people, signal);
    if (!seats.ok) return seats;
    const made = await steps.makeChannel({ callId, people, botId: bot.value }, signal);
    if (!made.ok) {
      if (unheard.has(made.code)) await removeByKey(roomKey(callId), cleanup());
      return made;
    }
    const opened = await letIn(made.value, seats.value, signal, cleanup);
    if (!opened.ok) await steps.removeChannel(made.value, cleanup());
    return opened;
  }

  return {
    open: async (request) => {
      const opened = await tryToOpen(request);
      return opened.ok ? opened : err('call_room_failed');
    },

    isOccupied: async ({ channelId, people }) => {
      const signal = deadline();
      for (const person of people) {
        const voice = await steps.voiceOf(person, signal);
        if (!voice.ok) return err('discord_unavailable');
        if (voice.value === channelId) return ok(true);
      }
      return ok(false);
    },

    close: async (channelId) => {
      const gone = await steps.removeChannel(channelId, deadline());
      return gone.ok ? gone : err('discord_unavailable');
    },

    list: async () => {
      const rooms = await steps.listRooms(deadline());
      return rooms.ok ? rooms : err('discord_unavailable');
    },
  };
}

/** After these nobody knows whether Discord did what it was asked. */
const unheard: ReadonlySet<Failure> = new Set([
  'server_error',
  'timed_out',
  'unreachable',
  'unintelligible',
]);
