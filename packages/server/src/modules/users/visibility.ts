import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type Actor, uidOf } from '../../platform/actor.ts';
import { users } from './users-table.ts';

/**
 * The one rule of who may see a person's profile and what it published (`product §3`): the account
 * is there and in good standing, the team has not hidden it from all but its owner (`product §9`), no
 * block stands between it and the reader, and a private profile opens only to its owner and to the
 * people it has traded with or written to. A query that lists or
 * shows anything of a person joins `users` and applies this.
 */
export function openTo(actor: Actor): SQL<boolean> {
  return openToReader(uidOf(actor), hasBlocks(actor));
}

/**
 * The same rule by the reader's uid, null for a visitor; a placeholder in statements made once.
 * @param blocks `hasBlocks` of the reader: it changes the text of the statement
 */
export function openToReader(uid: string | Placeholder | null, blocks: boolean): SQL<boolean> {
  const open = sql`${users.deletedAt} IS NULL AND ${users.suspendedAt} IS NULL`;
  if (uid === null) return sql<boolean>`(${open} AND ${shown} AND ${users.privacy} = 'public')`;
  return sql<boolean>`(${open} AND (${shown} OR ${users.uid} = ${uid})${blocks ? sql` AND ${unblocked(uid, blocks)}` : sql``}
    AND (${users.privacy} = 'public' OR ${users.uid} = ${uid} OR EXISTS (
    SELECT 1 FROM payments p WHERE p.paid_at IS NOT NULL AND (
      (p.buyer_id = ${uid} AND p.seller_id = ${users.uid}) OR
      (p.seller_id = ${uid} AND p.buyer_id = ${users.uid}))) OR EXISTS (
    SELECT 1 FROM conversations c WHERE
      (c.low_id = ${uid} AND c.high_id = ${users.uid} AND c.high_said > 0) OR
      (c.high_id = ${uid} AND c.low_id = ${users.uid} AND c.low_said > 0))))`;
}

/** The team has not hidden the person of the row `users`. */
export const shown = sql<boolean>`${users.hiddenAt} IS NULL`;

/**
 * The account of the row `users` is there, in good standing and not hidden: whoever is hidden is found
 * and counted by nobody, themselves included.
 */
export const standing = sql<boolean>`(${users.deletedAt} IS NULL AND ${users.suspendedAt} IS NULL
  AND ${shown})`;

/** Whether any block stands between this reader and anyone; a visitor has none. */
export function hasBlocks(actor: Actor): boolean {
  return actor.kind === 'person' && actor.blocks;
}

/**
 * The condition that no block stands between the reader and the person of the row `users`, in
 * either direction: part of `openToReader`, and alone where a private person may be shown, such as
 * the author of a comment.
 */
export function unblocked(uid: string | Placeholder | null, blocks: boolean): SQL<boolean> {
  if (uid === null || !blocks) return sql<boolean>`true`;
  // Twice, as one with OR would be asked row by row, however many there are.
  return sql<boolean>`(NOT EXISTS (SELECT 1 FROM user_blocks b
      WHERE b.blocker_id = ${uid} AND b.blocked_id = ${users.uid})
    AND NOT EXISTS (SELECT 1 FROM user_blocks b
      WHERE b.blocked_id = ${uid} AND b.blocker_id = ${users.uid}))`;
}

/** Whether the reader has blocked the person of the row `users`. */
export function blockedBy(actor: Actor): SQL<boolean> {
  if (!hasBlocks(actor)) return sql<boolean>`false`;
  return sql<boolean>`EXISTS (SELECT 1 FROM user_blocks b
    WHERE b.blocker_id = ${uidOf(actor)} AND b.blocked_id = ${users.uid})`;
}

/** The uids of everyone between whom and a person a block stands, whoever set it. */
export function apartFrom(uid: string | Placeholder | SQL): SQL {
  return sql`SELECT b.blocked_id FROM user_blocks b WHERE b.blocker_id = ${uid}
    UNION ALL SELECT b.blocker_id FROM user_blocks b WHERE b.blocked_id = ${uid}`;
}

/**
 * The uids of everyone a person has traded with or written to: those a private profile opens to. Being
 * written to does not count, or a stranger could open a profile by writing to it.
 */
export function knownTo(uid: string | Placeholder | SQL): SQL {
  return sql`SELECT p.seller_id FROM payments p WHERE p.buyer_id = ${uid} AND p.paid_at IS NOT NULL
    UNION SELECT p.buyer_id FROM payments p WHERE p.seller_id = ${uid} AND p.paid_at IS NOT NULL
    UNION SELECT c.high_id FROM conversations c WHERE c.low_id = ${uid} AND c.low_said > 0
    UNION SELECT c.low_id FROM conversations c WHERE c.high_id = ${uid} AND c.high_said > 0`;
}

/**
 * The one rule of who may see what is for adults (`product §9`): a signed-in person whose age check
 * stands. Visitors never, and everyone else is denied by default.
 *
 * The fact behind it, `ageChecked`, is read with the token at each request, so that lists stay as
 * fast as without it: `actor.adult` chooses between two statements instead of being asked in them.
 * Whoever keeps an actor for longer than a request (a socket, a job) reads the fact anew.
 */
export function seesAdult(actor: Actor): boolean {
  return actor.kind === 'person' && actor.adult === true;
}

/** Whether the person of the row `users` has an age check that stands now; by the database's clock. */
export const ageChecked = sql<boolean>`coalesce(${users.ageVerifiedUntil} > now(), false)`;

/**
 * The same rule as a condition on a thing for adults, sold by the person of the row `users`: hidden
 * from everyone whom `seesAdult` denies, and off the market while its seller's own check has lapsed.
 * @param adult the thing's flag, such as `services.adult`
 * @param checked `seesAdult` of the reader: it changes the text of the statement
 */
export function openToAge(adult: SQLWrapper, checked: boolean): SQL<boolean> {
  return checked ? sql<boolean>`(NOT ${adult} OR ${ageChecked})` : sql<boolean>`NOT ${adult}`;
}
