import { type Actor, uidOf } from '../../platform/actor.ts';
import {
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from '../../platform/database/query-builder.ts';
import { users } from './users-table.ts';

/**
 * SQL condition on the row `users`: the actor may see the profile and the content that its owner published
 * (docs/product/privacy.md). The account must be open, not suspended and not hidden, except that a hidden account is
 * visible to its owner. There must be no block between owner and reader, and a private profile is visible only to its
 * owner and to people the owner has traded with or written to. Every query that returns data of a person must join
 * `users` and apply this condition.
 */
export function isVisibleTo(actor: Actor): SQL<boolean> {
  return isVisibleToReader(uidOf(actor), hasBlocks(actor));
}

/**
 * Like `isVisibleTo`, but for the reader's uid (null for a visitor), or for a placeholder in compiled statements.
 * @param withBlocks result of `hasBlocks` for the reader, which changes the SQL text
 */
export function isVisibleToReader(
  uid: string | Placeholder | null,
  withBlocks: boolean,
): SQL<boolean> {
  const isOpen = sql`${users.deletedAt} IS NULL AND ${users.suspendedAt} IS NULL`;
  if (uid === null)
    return sql<boolean>`(${isOpen} AND ${isNotHidden} AND ${users.privacy} = 'public')`;
  return sql<boolean>`(${isOpen} AND (${isNotHidden} OR ${users.uid} = ${uid})${withBlocks ? sql` AND ${isNotBlockedWith(uid, withBlocks)}` : sql``}
    AND (${users.privacy} = 'public' OR ${users.uid} = ${uid} OR EXISTS (
    SELECT 1 FROM payments p WHERE p.paid_at IS NOT NULL AND (
      (p.buyer_id = ${uid} AND p.seller_id = ${users.uid}) OR
      (p.seller_id = ${uid} AND p.buyer_id = ${users.uid}))) OR EXISTS (
    SELECT 1 FROM conversations c WHERE
      (c.low_id = ${uid} AND c.high_id = ${users.uid} AND c.high_said > 0) OR
      (c.high_id = ${uid} AND c.low_id = ${users.uid} AND c.low_said > 0))))`;
}

/** SQL condition: moderation has not hidden the person of the row `users`. */
export const isNotHidden = sql<boolean>`${users.hiddenAt} IS NULL`;

/**
 * SQL condition: the account of the row `users` is open and neither suspended nor hidden. Used by lists and counts of
 * people. A hidden person is not listed, not even for that person.
 */
export const isListedUser = sql<boolean>`(${users.deletedAt} IS NULL AND ${users.suspendedAt} IS NULL
  AND ${isNotHidden})`;

/** Whether the reader has blocked another person or was blocked by one; false for visitors. */
export function hasBlocks(actor: Actor): boolean {
  return actor.kind === 'person' && actor.blocks;
}

/**
 * SQL condition: no block in either direction between the reader and the person of the row `users`. Part of
 * `isVisibleToReader`. Use it alone when people with a private profile may be shown, such as authors of comments.
 */
export function isNotBlockedWith(
  uid: string | Placeholder | null,
  withBlocks: boolean,
): SQL<boolean> {
  if (uid === null || !withBlocks) return sql<boolean>`true`;
  // Two NOT EXISTS, because PostgreSQL evaluates one NOT EXISTS with OR for each row.
  return sql<boolean>`(NOT EXISTS (SELECT 1 FROM user_blocks b
      WHERE b.blocker_id = ${uid} AND b.blocked_id = ${users.uid})
    AND NOT EXISTS (SELECT 1 FROM user_blocks b
      WHERE b.blocked_id = ${uid} AND b.blocker_id = ${users.uid}))`;
}

/** SQL condition: the reader has blocked the person of the row `users`. */
export function isBlockedByReader(actor: Actor): SQL<boolean> {
  if (!hasBlocks(actor)) return sql<boolean>`false`;
  return sql<boolean>`EXISTS (SELECT 1 FROM user_blocks b
    WHERE b.blocker_id = ${uidOf(actor)} AND b.blocked_id = ${users.uid})`;
}

/** Subquery for the uids of everybody whom a person has blocked or who has blocked the person. */
export function uidsBlockedWith(uid: string | Placeholder | SQL): SQL {
  return sql`SELECT b.blocked_id FROM user_blocks b WHERE b.blocker_id = ${uid}
    UNION ALL SELECT b.blocker_id FROM user_blocks b WHERE b.blocked_id = ${uid}`;
}

/**
 * Subquery for the uids of everybody with whom a person has traded or to whom the person has written. These people may
 * see the person's private profile. Received messages do not count, because otherwise strangers could get access by
 * writing a message. The indexes of conversations by person only have those with an `active_at`.
 */
export function contactUidsOf(uid: string | Placeholder | SQL): SQL {
  return sql`SELECT p.seller_id FROM payments p WHERE p.buyer_id = ${uid} AND p.paid_at IS NOT NULL
    UNION SELECT p.buyer_id FROM payments p WHERE p.seller_id = ${uid} AND p.paid_at IS NOT NULL
    UNION SELECT c.high_id FROM conversations c WHERE c.low_id = ${uid} AND c.low_said > 0 AND c.active_at IS NOT NULL
    UNION SELECT c.low_id FROM conversations c WHERE c.high_id = ${uid} AND c.high_said > 0 AND c.active_at IS NOT NULL`;
}

/**
 * Whether a reader may see adult content: a signed-in person whose age check is valid. `actor.adult` is as current as
 * the last check of the access token, so code that keeps an actor for longer than a request (sockets, jobs) must read
 * it again. The result selects between two SQL texts, so that lists stay fast.
 */
export function canSeeAdultContent(actor: Actor): boolean {
  return actor.kind === 'person' && actor.adult === true;
}

/** SQL condition: the person of the row `users` has an age check that is valid by the database's clock. */
export const hasVerifiedAge = sql<boolean>`coalesce(${users.ageVerifiedUntil} > now(), false)`;

/**
 * SQL condition on a row of `users`: a proof of age is required of the person (docs/product/moderation.md). A valid
 * check that proves an adult age fulfils every requirement.
 */
export const isAgeProofRequired = sql<boolean>`(${users.ageRequiredAt} IS NOT NULL AND NOT ${hasVerifiedAge})`;

/**
 * SQL condition: the reader may see a service or order that may be for adults and is sold by the person of the row
 * `users`. If it is for adults, readers without a valid age check may not see it, and nobody may see it while the
 * seller has no valid age check.
 * @param isAdult SQL flag that the service or order is for adults, such as `services.adult`
 * @param readerSeesAdult result of `canSeeAdultContent` for the reader, which changes the SQL text
 */
export function passesAgeRestriction(isAdult: SQLWrapper, readerSeesAdult: boolean): SQL<boolean> {
  return readerSeesAdult
    ? sql<boolean>`(NOT ${isAdult} OR ${hasVerifiedAge})`
    : sql<boolean>`NOT ${isAdult}`;
}
