import type { AuditLog } from '../../../platform/audit-log.ts';
import type { Db } from '../../../platform/database/pool.ts';
import type { KeyedHashes } from '../../../platform/keyed-hashes.ts';
import type { RateLimiter } from '../../../platform/limits/rate-limiter.ts';
import { ok, type Result } from '../../../platform/result.ts';
import type { Ids } from '../../../ports/ids.ts';
import { insertUser, lockUserByIdentity, updateIdentity } from '../user-store.ts';
import type { UserRow } from '../users-table.ts';
import { listAdminUsernames } from './account-status-store.ts';
import { publicDisplayName } from './display-name.ts';
import { logRoleChange } from './roles.ts';
import { suggestUsername } from './username.ts';

/** The data about a person that the identity provider has verified. */
export interface AccountIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  /** Name, cleaned for display; null when the provider sent none. */
  readonly name: string | null;
  readonly picture: string | null;
  readonly role: 'user' | 'admin';
}

/** The columns that name a person at the identity provider. */
type IdentityName = Pick<AccountIdentity, 'issuer' | 'subject'>;

/** Limit of the accounts that one identity creates. */
export interface NewAccountLimit {
  /** Refuses when the identity has created too many accounts. */
  check(identity: IdentityName): Promise<Result<void, 'rate_limited'>>;
  /** Counts an account. Called after its commit only: a transaction may be retried or rolled back. */
  count(identity: IdentityName): Promise<void>;
}

export interface CreateAccountDeps extends AuditLog<'user'> {
  readonly ids: Ids;
  readonly newAccounts: NewAccountLimit;
}

/** Text that names the identity of an account, for its keyed hash. */
export const identityTextOf = ({ issuer, subject }: IdentityName): string =>
  JSON.stringify([issuer, subject]);

/** Creates the limit of new accounts, which counts by the keyed hash of the identity. */
export function createNewAccountLimit({
  identityHashes,
  limiter,
}: {
  readonly identityHashes: KeyedHashes;
  readonly limiter: RateLimiter;
}): NewAccountLimit {
  const keyOf = (identity: IdentityName) =>
    identityHashes.newest(identityTextOf(identity)).toString('base64url');
  return {
    check: async (identity) => {
      const key = keyOf(identity);
      // Without a point left, `take` takes none; it tells the time until the next one.
      return (await limiter.allows('newAccounts', key)) ? ok() : limiter.take('newAccounts', key);
    },
    count: async (identity) => {
      await limiter.take('newAccounts', keyOf(identity));
    },
  };
}

/** Maximum number of usernames that are tried. All but the first always have random digits, new ones each time. */
const MAX_USERNAME_ATTEMPTS = 12;

/** Six random digits, to append to a username that is taken, too short or reserved. */
function randomDigits(ids: Ids): string {
  const randomBytes = Buffer.from(ids.secret(4), 'base64url');
  return String(randomBytes.readUInt32BE() % 1_000_000).padStart(6, '0');
}

/**
 * Updates e-mail and role of an existing account at sign-in. A name that only the team may have is removed; an account
 * without a name takes that of the provider.
 */
async function updateExistingAccount(
  deps: CreateAccountDeps,
  tx: Db,
  account: UserRow,
  { email, role, name }: AccountIdentity,
) {
  const displayName = publicDisplayName(account.displayName ?? name, role);
  const user = await updateIdentity(tx, account.uid, { email, role, displayName });
  if (user && user.role !== account.role) await logRoleChange(deps, tx, user);
  return { user: user ?? account, isNew: false };
}

/** Inserts the account; null when a concurrent transaction has taken the username or created the account. */
async function insertNewAccount(
  deps: CreateAccountDeps,
  tx: Db,
  identity: AccountIdentity,
  attempt: number,
) {
  const { issuer, subject, email, role, name: displayName, picture: photoURL } = identity;
  const teamNames = await listAdminUsernames(tx);
  const digits = randomDigits(deps.ids);
  const username = suggestUsername({ displayName, attempt, digits, teamNames });
  const uid = deps.ids.uuid();
  const columns = { issuer, subject, email, role, displayName, photoURL };
  const user = await insertUser(tx, { uid, username, ...columns });
  if (user?.role === 'admin') await logRoleChange(deps, tx, user);
  return user && { user, isNew: true };
}

/**
 * Returns the account of a verified identity; creates the account in `tx` when there is none. Of several simultaneous
 * first sign-ins of one person, exactly one gets `isNew: true`. `rate_limited` when the identity has closed and created
 * several accounts, because each new one would have all allowances again. The caller counts a new account once `tx` is
 * committed.
 */
export const findOrCreateAccount =
  (deps: CreateAccountDeps) =>
  async (
    tx: Db,
    identity: AccountIdentity,
  ): Promise<Result<{ user: UserRow; isNew: boolean }, 'rate_limited'>> => {
    for (let attempt = 0; attempt < MAX_USERNAME_ATTEMPTS; attempt += 1) {
      const account = await lockUserByIdentity(tx, identity);
      if (account) return ok(await updateExistingAccount(deps, tx, account, identity));
      const allowance = attempt === 0 ? await deps.newAccounts.check(identity) : ok();
      if (!allowance.ok) return allowance;
      const newAccount = await insertNewAccount(deps, tx, identity, attempt);
      if (newAccount) return ok(newAccount);
    }
    throw new Error('no free username was found');
  };
