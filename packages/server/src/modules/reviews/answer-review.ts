import type { Review } from '@guilda/contract/reviews';
import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { openService } from '../catalog/index.ts';
import { type MomentDeps, momentOf, readUser, seesAdult } from '../users/index.ts';
import { isListed, readReview } from './review-queries.ts';
import { findReview, storeAnswer } from './review-store.ts';
import { toReview } from './view.ts';

export interface AnswerReviewDeps extends MomentDeps {
  readonly database: Pick<Database, 'db' | 'pool'>;
}

/** Whose review, by whom, of what. */
interface Place {
  readonly id: string;
  readonly sellerId: string;
  readonly authorId: string;
  readonly serviceId: string;
}

/** Whether someone who is not its seller meets this review anywhere: beside the service or the seller. */
async function meets(
  { database: { db, pool } }: AnswerReviewDeps,
  actor: Person,
  place: Place,
): Promise<boolean> {
  if (place.authorId === actor.uid) return true;
  if ((await openService(pool, actor, place.serviceId)).ok) return true;
  const seller = await readUser(db, actor, place.sellerId);
  if (!seller?.open) return false;
  return isListed(pool, seesAdult(actor) ? 'seller adults' : 'seller', place);
}

/**
 * The answer of the one who sold what is reviewed, given once and for good. For whoever may not see
 * the review it does not exist.
 */
export const answerReview =
  (deps: AnswerReviewDeps) =>
  async (
    actor: Person,
    id: string,
    answer: string,
  ): Promise<
    Result<{ review: Review }, 'review_not_found' | 'only_seller_answers' | 'already_answered'>
  > => {
    const { db, pool } = deps.database;
    const found = await findReview(db, id);
    if (!found) return err('review_not_found');
    if (found.sellerId !== actor.uid) {
      const known = await meets(deps, actor, { id, ...found });
      return err(known ? 'only_seller_answers' : 'review_not_found');
    }
    if (!(await storeAnswer(db, { id, sellerId: actor.uid, answer }))) {
      return err('already_answered');
    }
    const row = await readReview(pool, id);
    if (!row) throw new Error(`review ${id} vanished`);
    return ok({ review: toReview(row, momentOf(deps, actor)) });
  };
