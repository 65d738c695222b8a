import type { NewReview, Review } from '@guilda/contract/reviews';
import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { Ids } from '../../ports/ids.ts';
import { recordOrderFact } from '../notifications/index.ts';
import { markReviewed, type Purchase, purchaseOf } from '../orders/index.ts';
import { type MomentDeps, momentOf } from '../users/index.ts';
import { readReview } from './review-queries.ts';
import { insertReview } from './review-store.ts';
import { toReview } from './view.ts';

export interface CreateReviewDeps extends MomentDeps {
  readonly database: Database;
  readonly ids: Ids;
}

type Refusal = 'order_not_found' | 'only_buyer_reviews' | 'order_wrong_status' | 'already_reviewed';

/** What is reviewed: a purchase and the service it was of. */
export interface ReviewTarget {
  readonly serviceId: string;
  readonly paymentId: string;
}

/** Whether this person may review this purchase; to strangers it does not exist. */
function judge(
  purchase: Purchase | null,
  actor: Person,
  serviceId: string,
): Result<Purchase, Refusal> {
  if (!purchase || purchase.serviceId !== serviceId) return err('order_not_found');
  if (purchase.sellerId === actor.uid) return err('only_buyer_reviews');
  if (purchase.buyerId !== actor.uid) return err('order_not_found');
  if (purchase.serviceStatus !== 'complete') return err('order_wrong_status');
  return purchase.reviewed ? err('already_reviewed') : ok(purchase);
}

/**
 * Reviews a completed purchase, once, by its buyer (`spec §7`, `product §5`). The order's mark, the
 * review, the averages of service and seller (by the database) and what the seller is told change
 * together; whoever loses the race for the mark has reviewed already. What the client says of itself and of the
 * service is not believed.
 */
export const createReview =
  (deps: CreateReviewDeps) =>
  async (
    actor: Person,
    { serviceId, paymentId }: ReviewTarget,
    { title, description, rating, recommend }: NewReview,
  ): Promise<Result<{ review: Review }, Refusal>> => {
    const { database, ids } = deps;
    const judged = judge(await purchaseOf(database.db, paymentId), actor, serviceId);
    if (!judged.ok) return judged;
    const purchase = judged.value;
    const { sellerId } = purchase;
    const words = { title, description, rating, recommend };
    const row = { id: ids.uuid(), paymentId, serviceId, sellerId, authorId: actor.uid, ...words };
    const first = await database.transaction(async (tx) => {
      if (!(await markReviewed(tx, paymentId, rating))) return false;
      await insertReview(tx, row);
      await recordOrderFact(tx, ids, { is: 'reviewed', rating }, purchase);
      return true;
    });
    if (!first) return err('already_reviewed');
    const written = await readReview(database.pool, row.id);
    if (!written) throw new Error(`review ${row.id} vanished`);
    return ok({ review: toReview(written, momentOf(deps, actor)) });
  };
