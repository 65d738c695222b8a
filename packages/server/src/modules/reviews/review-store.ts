import type { Db } from '../../platform/database/pool.ts';
import { type ReviewTableRow, reviews } from './reviews-table.ts';

export type NewReviewRow = Omit<ReviewTableRow, 'hiddenAt' | 'createdAt'>;

export async function insertReview(tx: Db, review: NewReviewRow): Promise<void> {
  await tx.insert(reviews).values(review);
}
