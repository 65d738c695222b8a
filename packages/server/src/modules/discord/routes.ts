import type { discordEndpoints } from '@guilda/contract/discord';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { authorizeDiscord } from './authorize-discord.ts';
import type { DiscordDeps } from './link-deps.ts';
import { linkDiscord } from './link-discord.ts';
import { unlinkDiscord } from './unlink-discord.ts';

/** Linking who one is at Discord; it never signs anybody in. */
export function discordHandlers(deps: DiscordDeps): Handlers<typeof discordEndpoints> {
  return {
    authorizeDiscord: ({ actor }) => authorizeDiscord(deps)(actor),
    linkDiscord: ({ actor, body }) => linkDiscord(deps)(actor, body),
    unlinkDiscord: ({ actor }) => unlinkDiscord(deps)(actor),
  };
}
