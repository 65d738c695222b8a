import type { OwnUser } from '@guilda/contract/users';
import type { Person } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/pool.ts';
import { isUniqueViolation } from '../../platform/database/unavailable.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { keepSession } from '../identity/index.ts';
import {
  linkDiscordId,
  lockAccount,
  oneOwnerOfDiscord,
  toOwnUser,
  type UserRow,
} from '../users/index.ts';
import { type DiscordDeps, redirectUriOf } from './link-deps.ts';
import { hashState, verifierOf } from './link-state.ts';
import { takeState } from './link-state-store.ts';

/** How a consent comes back from Discord. */
export interface ConsentGiven {
  readonly code: string;
  readonly state: string;
}

type Refused =
  | 'discord_state_invalid'
  | 'discord_link_refused'
  | 'discord_taken'
  | 'discord_already_linked'
  | 'discord_unavailable'
  | 'calls_unavailable'
  | 'token_invalid'
  | 'account_suspended';

/** Discord was asked meanwhile: whether the person may still act is seen anew. */
async function link(tx: Db, actor: Person, discordId: string): Promise<Result<UserRow, Refused>> {
  const account = await lockAccount(tx, actor.uid);
  if (!account || !(await keepSession(tx, actor.uid, actor.sessionId))) return err('token_invalid');
  if (account.suspendedAt) return err('account_suspended');
  const linked = await linkDiscordId(tx, actor.uid, discordId);
  return linked ? ok(linked) : err('discord_already_linked');
}

/**
 * Links the account that consented at Discord (`product §7`); the very same one again changes
 * nothing. The state is used up before Discord is asked, so that neither it nor the code beside it
 * works twice. `discord_state_invalid`: unknown, used, run out, or of another session;
 * `discord_taken`: another person's, also when two link it at once; `discord_already_linked`: the
 * person is somebody else there; `discord_link_refused` and `discord_unavailable`: what Discord says;
 * `calls_unavailable`: no Discord is set up.
 */
export const linkDiscord =
  (deps: DiscordDeps) =>
  async (
    actor: Person,
    { code, state }: ConsentGiven,
  ): Promise<Result<{ user: OwnUser }, Refused>> => {
    const { accounts, database, pkceSecret } = deps;
    if (!accounts) return err('calls_unavailable');
    if (!(await takeState(database.db, hashState(state), actor)))
      return err('discord_state_invalid');
    const verifier = verifierOf(pkceSecret, state);
    const told = await accounts.identify({ code, verifier, redirectUri: redirectUriOf(deps) });
    if (!told.ok) return told;
    const { discordId } = told.value;
    try {
      const linked = await database.transaction((tx) => link(tx, actor, discordId));
      return linked.ok ? ok({ user: toOwnUser(linked.value, deps) }) : linked;
    } catch (error) {
      if (isUniqueViolation(error, oneOwnerOfDiscord)) return err('discord_taken');
      throw error;
    }
  };
