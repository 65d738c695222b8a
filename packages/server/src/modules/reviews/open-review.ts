import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { openService } from '../catalog/index.ts';
import { readUser, seesAdult } from '../users/index.ts';
import { isListed } from './review-queries.ts';
import { findReview } from './review-store.ts';

/** Where a review stands and whose it is. */
export interface OpenReview {
  readonly id: string;
  /** Uid of its author. */
  readonly author: string;
  readonly serviceId: string;
}

/**
 * The way to one review for whoever does something about it: `review_not_found` when there is none,
 * when the team has hidden it, or when it is in no list that this reader may see: neither of its
 * service nor of its seller.
 */
export async function openReview(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  actor: Actor,
  id: string,
): Promise<Result<OpenReview, 'review_not_found'>> {
  const review = await findReview(db, id);
  if (!review) return err('review_not_found');
  const { authorId: author, serviceId, sellerId } = review;
  const found = ok({ id, author, serviceId });
  if ((await openService(pool, actor, serviceId)).ok) return found;
  const seller = await readUser(db, actor, sellerId);
  const scope = seesAdult(actor) ? ('seller adults' as const) : ('seller' as const);
  const listed = seller?.open === true && (await isListed(pool, scope, { id, sellerId }));
  return listed ? found : err('review_not_found');
}
