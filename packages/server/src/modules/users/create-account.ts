import type { Database } from '../../platform/database/pool.ts';
import type { Ids } from '../../ports/ids.ts';
import { findByIdentity, insertUser, refreshIdentity } from './user-store.ts';
import { suggestUsername } from './username.ts';
import type { UserRow } from './users-table.ts';

/** A person as the identity provider vouches for them. */
export interface ProvenIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  readonly name: string | null;
  readonly picture: string | null;
  readonly role: 'user' | 'admin';
}

export interface CreateAccountDeps {
  readonly database: Database;
  readonly ids: Ids;
}

/** Tries of a free username before giving up; each carries fresh digits. */
const ATTEMPTS = 12;

/** Four or more digits that make a taken name another one. */
function digitsFrom(ids: Ids): string {
  const bytes = Buffer.from(ids.secret(4), 'base64url');
  return String(bytes.readUInt32BE() % 1_000_000).padStart(6, '0');
}

/**
 * The account of a proven identity, made when there is none: `isNew` is true once, for the one
 * request that made it, whatever the number of simultaneous first sign-ins.
 */
export const findOrCreateAccount =
  (deps: CreateAccountDeps) =>
  async (identity: ProvenIdentity): Promise<{ user: UserRow; isNew: boolean }> => {
    const { db } = deps.database;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const known = await findByIdentity(db, identity.issuer, identity.subject);
      if (known) {
        const user = await refreshIdentity(db, known.uid, identity);
        return { user: user ?? known, isNew: false };
      }
      const made = await insertUser(db, {
        uid: deps.ids.uuid(),
        issuer: identity.issuer,
        subject: identity.subject,
        email: identity.email,
        displayName: identity.name,
        photoURL: identity.picture,
        role: identity.role,
        username: suggestUsername(identity.name ?? '', attempt, digitsFrom(deps.ids)),
      });
      if (made) return { user: made, isNew: true };
    }
    throw new Error('no free username was found');
  };
