import type { Person } from '../../platform/actor.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { lockOpenAccounts } from '../users/index.ts';
import { type DiscordDeps, redirectUriOf } from './discord-deps.ts';
import { createOAuthState, hashOAuthState, pkceVerifierOf } from './oauth-state.ts';
import { insertOAuthState } from './oauth-state-store.ts';

/**
 * Returns the address at which the actor gives consent at Discord. The address contains a new OAuth2 state, which is
 * valid once, for this session and for ten minutes (docs/product/calls.md). `token_invalid`: the account was closed
 * during the request; `calls_unavailable`: Discord is not configured.
 */
export const authorizeDiscord =
  (deps: DiscordDeps) =>
  async (
    actor: Person,
  ): Promise<Result<{ url: string }, 'token_invalid' | 'calls_unavailable'>> => {
    const { accounts, database, ids, pkceSecret } = deps;
    if (!accounts) return err('calls_unavailable');
    const oauthState = createOAuthState(ids);
    const isStored = await database.transaction(async (tx) => {
      if (!(await lockOpenAccounts(tx, [actor.uid]))) return false;
      await insertOAuthState(tx, hashOAuthState(oauthState), actor);
      return true;
    });
    if (!isStored) return err('token_invalid');
    const verifier = pkceVerifierOf(pkceSecret, oauthState);
    return ok({
      url: accounts.authorizeUrl({ state: oauthState, verifier, redirectUri: redirectUriOf(deps) }),
    });
  };
