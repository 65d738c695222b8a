import type { discordEndpoints } from '@guilda/contract/accounts/discord';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { authorizeDiscord } from './authorize-discord.ts';
import type { DiscordDeps } from './discord-deps.ts';
import { linkDiscord, unlinkDiscord } from './link-discord.ts';

/** Handlers that link and unlink a Discord account. Discord is never used for signing in. */
export function discordHandlers(deps: DiscordDeps): Handlers<typeof discordEndpoints> {
  return {
    authorizeDiscord: ({ actor }) => authorizeDiscord(deps)(actor),
    linkDiscord: ({ actor, body }) => linkDiscord(deps)(actor, body),
    unlinkDiscord: ({ actor }) => unlinkDiscord(deps)(actor),
  };
}
