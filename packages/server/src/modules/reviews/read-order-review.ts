import type { Review } from '@guilda/contract/orders/reviews';
import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { findOrderSummary } from '../orders/index.ts';
import { type ViewContextDeps, viewContextFor } from '../users/index.ts';
import type { ReviewTarget } from './create-review.ts';
import { readReviewOfOrder } from './review-queries.ts';
import { toReview } from './view.ts';

export interface ReadOrderReviewDeps extends ViewContextDeps {
  readonly database: Pick<Database, 'db' | 'pool'>;
}

/** The review of one order, for its buyer, its seller and administrators. */
export const readOrderReview =
  (deps: ReadOrderReviewDeps) =>
  async (
    actor: Person,
    { serviceId, orderId }: ReviewTarget,
  ): Promise<Result<{ review: Review }, 'order_not_found' | 'review_not_found'>> => {
    const { db, pool } = deps.database;
    const order = await findOrderSummary(db, orderId);
    const partyIds = [order?.buyerId, order?.sellerId];
    const mayRead = partyIds.includes(actor.uid) || actor.role === 'admin';
    if (order?.serviceId !== serviceId || !mayRead) return err('order_not_found');
    const row = await readReviewOfOrder(pool, orderId);
    return row
      ? ok({ review: toReview(row, viewContextFor(deps, actor)) })
      : err('review_not_found');
  };
