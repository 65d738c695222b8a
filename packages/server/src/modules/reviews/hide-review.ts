import type { Db } from '../../platform/database/pool.ts';
import { eq, sql } from '../../platform/database/query-builder.ts';
import { reviews } from './reviews-table.ts';

/**
 * Hides a review for a reason, or shows it again with null, in the caller's transaction; triggers update the
 * averages. False, and nothing changes, when it is so already or there is none.
 */
export async function setReviewHidden(tx: Db, id: string, reason: string | null): Promise<boolean> {
  const [before] = await tx.select().from(reviews).where(eq(reviews.id, id)).for('no key update');
  const hidden = before?.hiddenAt !== null;
  if (!before || (reason === null ? !hidden : hidden && before.hiddenReason === reason))
    return false;
  const hiddenAt = reason === null ? null : sql`coalesce(${reviews.hiddenAt}, clock_timestamp())`;
  await tx.update(reviews).set({ hiddenAt, hiddenReason: reason }).where(eq(reviews.id, id));
  return true;
}
