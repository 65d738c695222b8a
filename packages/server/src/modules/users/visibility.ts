import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { type Actor, uidOf } from '../../platform/actor.ts';
import { users } from './users-table.ts';

/**
 * The one rule of who may see a person's profile and what it published (`product §3`): the account
 * is there and in good standing, and a private profile opens only to its owner and to the people it
 * has traded with. A query that lists or shows anything of a person joins `users` and applies this.
 */
export function openTo(actor: Actor): SQL<boolean> {
  return openToReader(uidOf(actor));
}

/** The same rule by the reader's uid, null for a visitor; a placeholder in statements made once. */
export function openToReader(uid: string | Placeholder | null): SQL<boolean> {
  const standing = sql`${users.deletedAt} IS NULL AND ${users.suspendedAt} IS NULL`;
  if (uid === null) return sql<boolean>`(${standing} AND ${users.privacy} = 'public')`;
  return sql<boolean>`(${standing} AND (${users.privacy} = 'public' OR ${users.uid} = ${uid} OR EXISTS (
    SELECT 1 FROM payments p WHERE p.paid_at IS NOT NULL AND (
      (p.buyer_id = ${uid} AND p.seller_id = ${users.uid}) OR
      (p.seller_id = ${uid} AND p.buyer_id = ${users.uid})))))`;
}
