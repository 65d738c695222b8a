import type { OwnUser } from '@guilda/contract/accounts/users';
import type { Person } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/pool.ts';
import { isUniqueViolation } from '../../platform/database/unavailable.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { lockSession } from '../identity/index.ts';
import {
  discordIdUniqueConstraint,
  linkDiscordId,
  lockAccount,
  toOwnUser,
  type UserRow,
  unlinkDiscordId,
} from '../users/index.ts';
import { type DiscordDeps, redirectUriOf } from './discord-deps.ts';
import { hashOAuthState, pkceVerifierOf } from './oauth-state.ts';
import { consumeOAuthState } from './oauth-state-store.ts';

/** The query parameters that Discord adds to the redirect address after the consent. */
export interface OAuthCallback {
  readonly code: string;
  readonly state: string;
}

type LinkRefusal =
  | 'discord_state_invalid'
  | 'discord_link_refused'
  | 'discord_taken'
  | 'discord_already_linked'
  | 'discord_unavailable'
  | 'calls_unavailable'
  | 'token_invalid'
  | 'account_suspended';

/**
 * Links the Discord account after checking again that the actor's account is open and not suspended and that the
 * session is active. Each of them may have changed during the requests to Discord.
 */
async function recheckAndLink(
  tx: Db,
  actor: Person,
  discordId: string,
): Promise<Result<UserRow, LinkRefusal>> {
  const account = await lockAccount(tx, actor.uid);
  if (!account || !(await lockSession(tx, actor.uid, actor.sessionId))) return err('token_invalid');
  if (account.suspendedAt) return err('account_suspended');
  const linkedUser = await linkDiscordId(tx, actor.uid, discordId);
  return linkedUser ? ok(linkedUser) : err('discord_already_linked');
}

/**
 * Links the Discord account that gave consent (docs/product/calls.md); linking the same account again changes nothing.
 * The OAuth2 state is deleted before the requests to Discord, so that state and code are used at most once.
 * `discord_state_invalid`: the state is unknown, used, expired or of another session; `discord_taken`: another person
 * has linked this Discord account; `discord_already_linked`: the person has linked another account;
 * `discord_link_refused` and `discord_unavailable`: Discord refused or failed; `calls_unavailable`: Discord is not
 * configured.
 */
export const linkDiscord =
  (deps: DiscordDeps) =>
  async (
    actor: Person,
    { code, state }: OAuthCallback,
  ): Promise<Result<{ user: OwnUser }, LinkRefusal>> => {
    const { accounts, database, pkceSecret } = deps;
    if (!accounts) return err('calls_unavailable');
    if (!(await consumeOAuthState(database.db, hashOAuthState(state), actor)))
      return err('discord_state_invalid');
    const verifier = pkceVerifierOf(pkceSecret, state);
    const identityResult = await accounts.identify({
      code,
      verifier,
      redirectUri: redirectUriOf(deps),
    });
    if (!identityResult.ok) return identityResult;
    const { discordId } = identityResult.value;
    try {
      const linkResult = await database.transaction((tx) => recheckAndLink(tx, actor, discordId));
      return linkResult.ok ? ok({ user: toOwnUser(linkResult.value, deps) }) : linkResult;
    } catch (error) {
      if (isUniqueViolation(error, discordIdUniqueConstraint)) return err('discord_taken');
      throw error;
    }
  };

/**
 * Unlinks the Discord account of the actor, who can then no longer call or be called. No event or notification is sent.
 */
export const unlinkDiscord =
  ({ database }: Pick<DiscordDeps, 'database'>) =>
  async (actor: Person): Promise<Result<undefined, never>> => {
    await unlinkDiscordId(database.db, actor.uid);
    return ok(undefined);
  };
