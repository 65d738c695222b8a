import type { Database } from '../../platform/database/pool.ts';
import type { DiscordAccounts } from '../../ports/discord-accounts.ts';
import type { Ids } from '../../ports/ids.ts';
import type { ViewContextDeps } from '../users/index.ts';

export interface DiscordDeps extends ViewContextDeps {
  readonly database: Database;
  readonly ids: Ids;
  /** Null when Discord is not configured: accounts cannot be linked, only unlinked. */
  readonly accounts: DiscordAccounts | null;
  /** Guilda's own address, without a trailing slash. */
  readonly publicUrl: string;
  /** Server key from which PKCE verifiers are derived; the same on every node. */
  readonly pkceSecret: string;
}

/** The address to which Discord redirects a person after the consent. */
export const redirectUriOf = ({ publicUrl }: Pick<DiscordDeps, 'publicUrl'>): string =>
  `${publicUrl}/discord/callback`;
