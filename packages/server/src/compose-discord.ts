import type { FastifyInstance } from 'fastify';
import type { Shared } from './compose-shared.ts';
import type { EndpointDeps } from './platform/http/endpoints.ts';
import { err } from './platform/result.ts';
import type { DiscordAccounts } from './ports/discord-accounts.ts';
import type { VoiceRooms } from './ports/voice-rooms.ts';

/** The way to Discord: the real one where it is configured, else the sandbox of this same program. */
export interface Discord {
  readonly rooms: VoiceRooms;
  readonly accounts: DiscordAccounts;
  /** Hangs the sandbox into the application, where it is what the adapters speak with. */
  mount(app: FastifyInstance, door: EndpointDeps): Promise<void>;
}

export function composeDiscord(_shared: Shared): Discord {
  return {
    rooms: {
      open: async () => err('call_room_failed'),
      isOccupied: async () => err('discord_unavailable'),
      close: async () => err('discord_unavailable'),
      list: async () => err('discord_unavailable'),
    },
    accounts: {
      authorizeUrl: () => '',
      identify: async () => err('discord_unavailable'),
    },
    mount: async () => undefined,
  };
}
