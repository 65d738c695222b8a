import type { Db } from '../../../platform/database/pool.ts';
import type { TeamLog } from '../../../platform/team-log.ts';
import type { Ids } from '../../../ports/ids.ts';
import { teamUsernames } from '../team-store.ts';
import { holdByIdentity, insertUser, refreshIdentity } from '../user-store.ts';
import type { UserRow } from '../users-table.ts';
import { recordRole } from './roles.ts';
import { suggestUsername } from './username.ts';

/** A person as the identity provider vouches for them. */
export interface ProvenIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  /** Fit to be shown; null where none is known. */
  readonly name: string | null;
  readonly picture: string | null;
  readonly role: 'user' | 'admin';
}

export interface CreateAccountDeps extends TeamLog<'user'> {
  readonly ids: Ids;
}

/** Tries of a free username before giving up; each carries fresh digits. */
const ATTEMPTS = 12;

/** Six digits that make a taken name another one. */
function digitsFrom(ids: Ids): string {
  const bytes = Buffer.from(ids.secret(4), 'base64url');
  return String(bytes.readUInt32BE() % 1_000_000).padStart(6, '0');
}

/** The account that is there, with what is said of it now. */
async function comeBack(deps: CreateAccountDeps, tx: Db, known: UserRow, said: ProvenIdentity) {
  const user = await refreshIdentity(tx, known.uid, said);
  if (user && user.role !== known.role) await recordRole(deps, tx, user);
  return { user: user ?? known, isNew: false };
}

/** Makes the account; null when its username, or the account itself, is there by now. */
async function make(deps: CreateAccountDeps, tx: Db, said: ProvenIdentity, attempt: number) {
  const { issuer, subject, email, role, name: displayName, picture: photoURL } = said;
  const teamNames = await teamUsernames(tx);
  const digits = digitsFrom(deps.ids);
  const username = suggestUsername({ displayName, attempt, digits, teamNames });
  const uid = deps.ids.uuid();
  const proven = { issuer, subject, email, role, displayName, photoURL };
  const user = await insertUser(tx, { uid, username, ...proven });
  if (user?.role === 'admin') await recordRole(deps, tx, user);
  return user && { user, isNew: true };
}

/**
 * The account of a proven identity, made in `tx` when there is none: `isNew` is true once, for the one
 * transaction that made it, whatever the number of simultaneous first sign-ins.
 */
export const findOrCreateAccount =
  (deps: CreateAccountDeps) =>
  async (tx: Db, identity: ProvenIdentity): Promise<{ user: UserRow; isNew: boolean }> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const known = await holdByIdentity(tx, identity.issuer, identity.subject);
      if (known) return comeBack(deps, tx, known, identity);
      const made = await make(deps, tx, identity, attempt);
      if (made) return made;
    }
    throw new Error('no free username was found');
  };
