import type { Person } from '../../platform/actor.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { keepAccounts } from '../users/index.ts';
import { type DiscordDeps, redirectUriOf } from './link-deps.ts';
import { hashState, newState, verifierOf } from './link-state.ts';
import { keepState } from './link-state-store.ts';

/**
 * Begins a consent at Discord: the address where it is given, with a state that works once, for this
 * session and for 10 minutes (`product §7`). `token_invalid` for an account that was just closed,
 * `calls_unavailable` without Discord.
 */
export const authorizeDiscord =
  (deps: DiscordDeps) =>
  async (
    actor: Person,
  ): Promise<Result<{ url: string }, 'token_invalid' | 'calls_unavailable'>> => {
    const { accounts, database, ids, pkceSecret } = deps;
    if (!accounts) return err('calls_unavailable');
    const state = newState(ids);
    const kept = await database.transaction(async (tx) => {
      if (!(await keepAccounts(tx, [actor.uid]))) return false;
      await keepState(tx, hashState(state), actor);
      return true;
    });
    if (!kept) return err('token_invalid');
    const verifier = verifierOf(pkceSecret, state);
    return ok({
      url: accounts.authorizeUrl({ state, verifier, redirectUri: redirectUriOf(deps) }),
    });
  };
