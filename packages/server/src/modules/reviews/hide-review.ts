import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { countServiceRating } from '../catalog/index.ts';
import { countRating } from '../users/index.ts';
import { reviews } from './reviews-table.ts';

/**
 * Takes a review out of every list and out of the averages of service and seller for a reason, or gives
 * it back with null, in the caller's transaction (`product §9`). False, and nothing has changed, where it
 * is so already or there is none.
 */
export async function setReviewHidden(tx: Db, id: string, reason: string | null): Promise<boolean> {
  // In the order of a new review: first what it is, then its service, then its seller.
  const [before] = await tx.select().from(reviews).where(eq(reviews.id, id)).for('no key update');
  const hidden = before?.hiddenAt !== null;
  if (!before || (reason === null ? !hidden : hidden && before.hiddenReason === reason))
    return false;
  const hiddenAt = reason === null ? null : sql`coalesce(${reviews.hiddenAt}, clock_timestamp())`;
  await tx.update(reviews).set({ hiddenAt, hiddenReason: reason }).where(eq(reviews.id, id));
  if (hidden === (reason !== null)) return true;
  const times = reason === null ? 1 : -1;
  await countServiceRating(tx, before.serviceId, before.rating, times);
  await countRating(tx, before.sellerId, before.rating, times);
  return true;
}
