import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { findVisibleService } from '../catalog/index.ts';
import { canSeeAdultContent, readUser } from '../users/index.ts';
import { isReviewListed } from './review-queries.ts';
import { findReview } from './review-store.ts';

/** A review that the reader may see. */
export interface VisibleReview {
  readonly id: string;
  /** Uid of the review's author. */
  readonly author: string;
  readonly serviceId: string;
}

/**
 * The access check for acting on a review: `review_not_found` when the review does not exist, when moderation hid it,
 * or when the reader sees the review neither at its service nor in the seller's profile.
 */
export async function findVisibleReview(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  actor: Actor,
  id: string,
): Promise<Result<VisibleReview, 'review_not_found'>> {
  const review = await findReview(db, id);
  if (!review) return err('review_not_found');
  const { authorId: author, serviceId, sellerId } = review;
  const visibleReview = ok({ id, author, serviceId });
  if ((await findVisibleService(pool, actor, serviceId)).ok) return visibleReview;
  const seller = await readUser(db, actor, sellerId);
  const scope = canSeeAdultContent(actor) ? ('seller adults' as const) : ('seller' as const);
  const isListed =
    seller?.isProfileVisible === true && (await isReviewListed(pool, scope, { id, sellerId }));
  return isListed ? visibleReview : err('review_not_found');
}
