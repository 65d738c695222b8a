import type { NewReview, Review } from '@guilda/contract/orders/reviews';
import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { Ids } from '../../ports/ids.ts';
import { notifyOrderEvent } from '../notifications/index.ts';
import { findOrderSummary, markOrderReviewed, type OrderSummary } from '../orders/index.ts';
import { type ViewContextDeps, viewContextFor } from '../users/index.ts';
import { readReview } from './review-queries.ts';
import { insertReview } from './review-store.ts';
import { toReview } from './view.ts';

export interface CreateReviewDeps extends ViewContextDeps {
  readonly database: Database;
  readonly ids: Ids;
}

type CreateReviewRefusal =
  | 'order_not_found'
  | 'only_buyer_reviews'
  | 'order_wrong_status'
  | 'already_reviewed';

/** The reviewed order and its service. */
export interface ReviewTarget {
  readonly serviceId: string;
  readonly orderId: string;
}

/** Checks whether this person may review the order. A person who is neither buyer nor seller gets `order_not_found`. */
function checkReviewable(
  order: OrderSummary | null,
  actor: Person,
  serviceId: string,
): Result<OrderSummary, CreateReviewRefusal> {
  if (!order || order.serviceId !== serviceId) return err('order_not_found');
  if (order.sellerId === actor.uid) return err('only_buyer_reviews');
  if (order.buyerId !== actor.uid) return err('order_not_found');
  if (order.serviceStatus !== 'complete') return err('order_wrong_status');
  return order.reviewed ? err('already_reviewed') : ok(order);
}

/** The order with this id, after `checkReviewable`. */
async function findReviewableOrder(
  { database }: Pick<CreateReviewDeps, 'database'>,
  actor: Person,
  { serviceId, orderId }: ReviewTarget,
): Promise<Result<OrderSummary, CreateReviewRefusal>> {
  return checkReviewable(await findOrderSummary(database.db, orderId), actor, serviceId);
}

/** Saves the buyer's review of a completed order, once for each order, and notifies the seller. */
export const createReview =
  (deps: CreateReviewDeps) =>
  async (
    actor: Person,
    target: ReviewTarget,
    { title, description, rating, recommend }: NewReview,
  ): Promise<Result<{ review: Review }, CreateReviewRefusal>> => {
    const { database, ids } = deps;
    const orderResult = await findReviewableOrder(deps, actor, target);
    if (!orderResult.ok) return orderResult;
    const order = orderResult.value;
    const { sellerId } = order;
    const { serviceId, orderId } = target;
    const content = { title, description, rating, recommend };
    const row = { id: ids.uuid(), orderId, serviceId, sellerId, authorId: actor.uid, ...content };
    const isFirstReview = await database.transaction(async (tx) => {
      if (!(await markOrderReviewed(tx, orderId, rating))) return false;
      await insertReview(tx, row);
      await notifyOrderEvent(tx, ids, { is: 'reviewed', rating }, order);
      return true;
    });
    if (!isFirstReview) {
      // The order has changed since the check: another review was saved, or its money was taken back.
      const changedResult = await findReviewableOrder(deps, actor, target);
      return changedResult.ok ? err('order_wrong_status') : changedResult;
    }
    const writtenReview = await readReview(database.pool, row.id);
    if (!writtenReview) throw new Error(`review ${row.id} vanished`);
    return ok({ review: toReview(writtenReview, viewContextFor(deps, actor)) });
  };
