import type { Database } from '../../platform/database/pool.ts';
import type { DiscordAccounts } from '../../ports/discord-accounts.ts';
import type { Ids } from '../../ports/ids.ts';
import type { MomentDeps } from '../users/index.ts';

export interface DiscordDeps extends MomentDeps {
  readonly database: Database;
  readonly ids: Ids;
  /** Null where no Discord is set up: nobody links an account, who did may still unlink it. */
  readonly accounts: DiscordAccounts | null;
  /** The product's own address, without a trailing slash. */
  readonly publicUrl: string;
  /** The key of PKCE verifiers, the same on every node. */
  readonly pkceSecret: string;
}

/** Where Discord sends people back to (`spec §2`). */
export const redirectUriOf = ({ publicUrl }: Pick<DiscordDeps, 'publicUrl'>): string =>
  `${publicUrl}/discord/callback`;
