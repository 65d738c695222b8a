import type { Review } from '@guilda/contract/orders/reviews';
import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { findVisibleService } from '../catalog/index.ts';
import {
  canSeeAdultContent,
  hasAgeRequirement,
  lockOpenAccounts,
  readUser,
  type ViewContextDeps,
  viewContextFor,
} from '../users/index.ts';
import { isReviewListed, readReview } from './review-queries.ts';
import { findReview, storeAnswer } from './review-store.ts';
import { toReview } from './view.ts';

export interface AnswerReviewDeps extends ViewContextDeps {
  readonly database: Pick<Database, 'db' | 'pool' | 'transaction'>;
}

interface ReviewIds {
  readonly id: string;
  readonly sellerId: string;
  readonly authorId: string;
  readonly serviceId: string;
}

/** Whether the actor may see this review: as its author, at the service or in the seller's profile. */
async function canSeeReview(
  { database: { db, pool } }: AnswerReviewDeps,
  actor: Person,
  review: ReviewIds,
): Promise<boolean> {
  if (review.authorId === actor.uid) return true;
  if ((await findVisibleService(pool, actor, review.serviceId)).ok) return true;
  const seller = await readUser(db, actor, review.sellerId);
  if (!seller?.isProfileVisible) return false;
  return isReviewListed(pool, canSeeAdultContent(actor) ? 'seller adults' : 'seller', review);
}

/** Stores the answer, unless the seller's account was closed or the seller has to prove an age before answering. */
const storeAnswerOf = (
  { database }: AnswerReviewDeps,
  answer: Parameters<typeof storeAnswer>[1],
): Promise<Result<void, 'review_not_found' | 'age_required' | 'already_answered'>> =>
  database.transaction(async (tx) => {
    if (!(await lockOpenAccounts(tx, [answer.sellerId]))) return err('review_not_found');
    if (await hasAgeRequirement(tx, answer.sellerId)) return err('age_required');
    return (await storeAnswer(tx, answer)) ? ok() : err('already_answered');
  });

/**
 * Answers a review on behalf of the seller who received it. A review can be answered once, and the answer cannot be
 * changed. `review_not_found` for people who may not see the review.
 */
export const answerReview =
  (deps: AnswerReviewDeps) =>
  async (
    actor: Person,
    id: string,
    answer: string,
  ): Promise<
    Result<
      { review: Review },
      'review_not_found' | 'only_seller_answers' | 'age_required' | 'already_answered'
    >
  > => {
    const { db, pool } = deps.database;
    const review = await findReview(db, id);
    if (!review) return err('review_not_found');
    if (review.sellerId !== actor.uid) {
      const isVisible = await canSeeReview(deps, actor, { id, ...review });
      return err(isVisible ? 'only_seller_answers' : 'review_not_found');
    }
    const storeResult = await storeAnswerOf(deps, { id, sellerId: actor.uid, answer });
    if (!storeResult.ok) return storeResult;
    const row = await readReview(pool, id);
    if (!row) throw new Error(`review ${id} vanished`);
    return ok({ review: toReview(row, viewContextFor(deps, actor)) });
  };
