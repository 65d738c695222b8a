import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { reviews } from './reviews-table.ts';

/**
 * Takes a review out of every list, and so by the database out of the averages of service and seller, for
 * a reason, or gives it back with null, in the caller's transaction (`product §9`). False, and nothing has changed, where it
 * is so already or there is none.
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
