import { databaseNow } from '../../platform/database/clock.ts';
import type { Db } from '../../platform/database/pool.ts';
import { and, eq, isNull, sql } from '../../platform/database/query-builder.ts';
import { type ReviewTableRow, reviews } from './reviews-table.ts';

export type NewReviewRow = Omit<
  ReviewTableRow,
  'hiddenAt' | 'hiddenReason' | 'answer' | 'answeredAt' | 'createdAt'
>;

export async function insertReview(tx: Db, review: NewReviewRow): Promise<void> {
  await tx.insert(reviews).values(review);
}

/**
 * Ids of the seller, author and service of a review; null when the review does not exist or moderation has hidden it.
 */
export async function findReview(db: Db, id: string) {
  const { sellerId, authorId, serviceId } = reviews;
  const rows = await db
    .select({ sellerId, authorId, serviceId })
    .from(reviews)
    .where(and(eq(reviews.id, id), isNull(reviews.hiddenAt)));
  return rows[0] ?? null;
}

/** Stores the seller's answer. False, and nothing changes, when the review has an answer already. */
export async function storeAnswer(
  db: Db,
  {
    id,
    sellerId,
    answer,
  }: { readonly id: string; readonly sellerId: string; readonly answer: string },
): Promise<boolean> {
  const rows = await db
    .update(reviews)
    .set({ answer, answeredAt: databaseNow })
    .where(
      and(
        eq(reviews.id, id),
        eq(reviews.sellerId, sellerId),
        isNull(reviews.answer),
        isNull(reviews.hiddenAt),
      ),
    )
    .returning({ id: reviews.id });
  return rows.length > 0;
}

/**
 * Hides a review for the given reason, or shows it again when the reason is null, in the caller's transaction; triggers
 * update the averages. False, and nothing changes, when the review is in that state already or does not exist.
 */
export async function setReviewHidden(tx: Db, id: string, reason: string | null): Promise<boolean> {
  const [before] = await tx.select().from(reviews).where(eq(reviews.id, id)).for('no key update');
  const isHidden = before?.hiddenAt !== null;
  if (!before || (reason === null ? !isHidden : isHidden && before.hiddenReason === reason))
    return false;
  const hiddenAt = reason === null ? null : sql`coalesce(${reviews.hiddenAt}, ${databaseNow})`;
  await tx.update(reviews).set({ hiddenAt, hiddenReason: reason }).where(eq(reviews.id, id));
  return true;
}
