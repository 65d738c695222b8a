import type { discordEndpoints } from '@guilda/contract/discord';
import type { Database } from '../../platform/database/pool.ts';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { err } from '../../platform/result.ts';
import type { DiscordAccounts } from '../../ports/discord-accounts.ts';
import type { Ids } from '../../ports/ids.ts';
import type { MomentDeps } from '../users/index.ts';

export interface DiscordDeps extends MomentDeps {
  readonly database: Database;
  readonly ids: Ids;
  readonly accounts: DiscordAccounts;
  /** The product's own address, without a trailing slash. */
  readonly publicUrl: string;
}

export function discordHandlers(_deps: DiscordDeps): Handlers<typeof discordEndpoints> {
  return {
    authorizeDiscord: async () => err('unavailable'),
    linkDiscord: async () => err('unavailable'),
    unlinkDiscord: async () => err('unavailable'),
  };
}
