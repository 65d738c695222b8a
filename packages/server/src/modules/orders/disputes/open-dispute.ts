import type { Dispute } from '@guilda/contract/orders/dispute';
import type { OpenDisputeInput } from '@guilda/contract/orders/dispute-endpoints';
import type { Person } from '../../../platform/actor.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { Ids } from '../../../ports/ids.ts';
import { sealEvidence } from '../../evidence/index.ts';
import { notifyOrderEvent } from '../../notifications/index.ts';
import { lockOpenAccounts } from '../../users/index.ts';
import { isFreeOrder } from '../order-amount-columns.ts';
import { type OrderQueue, scheduleDisputeDeadlines } from '../order-jobs.ts';
import { findOrder, lockOrder } from '../order-store.ts';
import type { OrderRow } from '../orders-table.ts';
import { orderRoleOf, toNotifiedOrder } from '../policy.ts';
import { findDispute, insertDispute } from './dispute-store.ts';
import { isOrderClearing, stopDisputedOrder } from './disputed-order-store.ts';
import type { DisputeRow } from './disputes-table.ts';
import { toDispute } from './view.ts';

export interface OpenDisputeDeps extends OrderQueue {
  readonly database: Database;
  readonly ids: Ids;
  /** Hours within which the seller answers a dispute; fractions are allowed. */
  readonly disputeAnswerHours: number;
}

type DisputeImpossibleRefusal = 'dispute_exists' | 'nothing_to_dispute' | 'order_wrong_status';
type OpenDisputeRefusal = 'order_not_found' | 'only_buyer_disputes' | DisputeImpossibleRefusal;

/** Why a locked order cannot be disputed; null when it can. */
async function disputeRefusalOf(tx: Db, order: OrderRow): Promise<DisputeImpossibleRefusal | null> {
  if (await findDispute(tx, order.id)) return 'dispute_exists';
  if (isFreeOrder(order)) return 'nothing_to_dispute';
  if (order.serviceStatus === 'in_progress') return null;
  return (await isOrderClearing(tx, order.id)) ? null : 'order_wrong_status';
}

/**
 * Opens the dispute in the caller's transaction: order and clearing time stop, evidence is sealed, deadlines are set
 * and the seller is notified.
 */
async function insertDisputeAndStopOrder(
  deps: OpenDisputeDeps,
  tx: Db,
  order: OrderRow,
  input: OpenDisputeInput,
): Promise<DisputeRow> {
  const answerHours = deps.disputeAnswerHours;
  const dispute = await insertDispute(tx, deps.ids.uuid(), order, { ...input, answerHours });
  const isStopped = await stopDisputedOrder(tx, order.id, dispute.id);
  if (!isStopped) throw new Error(`order ${order.id} was disputed while it was locked`);
  const { id: causeId } = dispute;
  const { reason, description } = input;
  const evidenceCause = { cause: 'dispute', causeId, reason, description } as const;
  await sealEvidence(tx, deps, { orderId: order.id, ...evidenceCause });
  await scheduleDisputeDeadlines(deps, tx, dispute);
  await notifyOrderEvent(
    tx,
    deps.ids,
    { is: 'disputed', answerBy: dispute.answerBy },
    toNotifiedOrder(order),
  );
  return dispute;
}

/**
 * Opens the dispute of an order for its buyer. This is possible once, while the order is in progress or in its clearing
 * time (`docs/product/orders.md`). The lock on the order excludes concurrent changes of the order.
 */
export const openDispute =
  (deps: OpenDisputeDeps) =>
  async (
    actor: Person,
    orderId: string,
    input: OpenDisputeInput,
  ): Promise<Result<{ dispute: Dispute }, OpenDisputeRefusal>> => {
    const { database } = deps;
    const order = await findOrder(database.db, orderId);
    const orderRole = order && orderRoleOf(order, actor);
    if (!order || !orderRole) return err('order_not_found');
    if (orderRole !== 'buyer') return err('only_buyer_disputes');
    const openResult = await database.transaction(
      async (tx): Promise<Result<DisputeRow, OpenDisputeRefusal>> => {
        // This lock prevents the buyer from closing the account until the transaction ends.
        if (!(await lockOpenAccounts(tx, [actor.uid]))) return err('order_not_found');
        const lockedOrder = await lockOrder(tx, orderId);
        if (!lockedOrder) return err('order_not_found');
        const refusal = await disputeRefusalOf(tx, lockedOrder);
        return refusal
          ? err(refusal)
          : ok(await insertDisputeAndStopOrder(deps, tx, lockedOrder, input));
      },
    );
    return openResult.ok ? ok({ dispute: toDispute(openResult.value) }) : openResult;
  };
