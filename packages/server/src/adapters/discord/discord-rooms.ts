import { err, ok } from '../../platform/result.ts';
import type { VoiceRooms } from '../../ports/voice-rooms.ts';
import { type DiscordBot, deleteChannel, fetchVoiceChannel, listRooms } from './bot-requests.ts';
import { createDiscordApi, type DiscordApiOptions, type DiscordSetup } from './discord-api.ts';
import { openDiscordRoom, type RoomDeadlines } from './open-room.ts';

export interface DiscordRoomsOptions extends DiscordApiOptions {
  readonly config: DiscordSetup;
  /** Four hexadecimal digits in the names of this installation's rooms; `list` recognises the rooms by them. */
  readonly installation: string;
  /** Timeout of an operation in ms; default 8,000. */
  readonly deadlineMs?: number | undefined;
  /** Timeout of the cleanup after a failed operation, in ms; default 2,000. */
  readonly cleanupMs?: number | undefined;
}

/** Creates {@link VoiceRooms} that are voice channels of one Discord server, created by its bot. */
export function createDiscordRooms(options: DiscordRoomsOptions): VoiceRooms {
  const { config: setup, installation, deadlineMs = 8_000, cleanupMs = 2_000 } = options;
  const bot: DiscordBot = { api: createDiscordApi(options), setup, installation, id: null };

  function startDeadlines(): RoomDeadlines {
    let cleanup: AbortSignal | null = null;
    return {
      signal: AbortSignal.timeout(deadlineMs),
      cleanup: () => {
        cleanup ??= AbortSignal.timeout(cleanupMs);
        return cleanup;
      },
    };
  }

  return {
    open: async (request) => {
      const openedRoom = await openDiscordRoom(bot, request, startDeadlines());
      return openedRoom.ok ? openedRoom : err('call_room_failed');
    },

    listPresent: async ({ channelId, people }) => {
      const { signal } = startDeadlines();
      const presentIds: string[] = [];
      for (const personId of people) {
        const voiceChannel = await fetchVoiceChannel(bot, personId, signal);
        if (!voiceChannel.ok) return err('discord_unavailable');
        if (voiceChannel.value === channelId) presentIds.push(personId);
      }
      return ok(presentIds);
    },

    close: async (channelId) => {
      const deletion = await deleteChannel(bot, channelId, startDeadlines().signal);
      return deletion.ok ? deletion : err('discord_unavailable');
    },

    list: async () => {
      const rooms = await listRooms(bot, startDeadlines().signal);
      return rooms.ok ? rooms : err('discord_unavailable');
    },
  };
}
