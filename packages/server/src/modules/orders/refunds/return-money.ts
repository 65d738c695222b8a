import type { Db } from '../../../platform/database/pool.ts';
import { notifyOrderEvent } from '../../notifications/index.ts';
import { postPayment, postRefund } from '../../wallet/index.ts';
import type { TransitionEffectDeps } from '../lifecycle/transition-effects.ts';
import { enqueueSendRefund } from '../order-jobs.ts';
import { findOrder } from '../order-store.ts';
import type { OrderRow } from '../orders-table.ts';
import { toNotifiedOrder } from '../policy.ts';
import { insertRefund, type RefundReason } from './refund-store.ts';

const unsoldStatuses: readonly OrderRow['serviceStatus'][] = ['awaiting_payment', 'cancelled'];
/**
 * Posts a payment and its refund to the ledger when money was received for an order that was never sold. The ledger
 * holds at most one payment and one refund of an order; a second payment of a paid order is only recorded as a refund.
 */
async function postPaymentWithRefund(
  deps: TransitionEffectDeps,
  tx: Db,
  order: OrderRow,
): Promise<void> {
  const { id: orderId, buyerId, sellerId, amountPaid } = order;
  if (!unsoldStatuses.includes(order.serviceStatus) || amountPaid === null) return;
  const posting = { orderId, buyerId, sellerId, amount: amountPaid };
  if (await postPayment(tx, deps.ids, posting)) await postRefund(tx, deps.ids, posting);
}

/** Why money is returned. */
interface ExcessReturn {
  readonly reason: RefundReason;
  /** Whether it is the money of a chargeback that the bank decided against the buyer. */
  readonly afterChargeback?: boolean;
  /** Whether the seller is notified too. */
  readonly notifiesSeller?: boolean;
}

/**
 * Refunds all received money that the order does not keep: the whole amount for an unsold order, an overpayment
 * for a sold one. Lock the order first.
 */
export async function returnExcessMoney(
  deps: TransitionEffectDeps,
  tx: Db,
  { id: orderId }: Pick<OrderRow, 'id'>,
  { reason, afterChargeback = false, notifiesSeller = false }: ExcessReturn,
): Promise<void> {
  const order = await findOrder(tx, orderId);
  if (!order) throw new Error(`order ${orderId} vanished while it was locked`);
  const id = deps.ids.uuid();
  await postPaymentWithRefund(deps, tx, order);
  const refund = await insertRefund(tx, { id, orderId, reason });
  if (!refund) return;
  await enqueueSendRefund(deps, tx, id);
  const event = { is: 'returned', refundId: id, afterChargeback, notifiesSeller } as const;
  await notifyOrderEvent(tx, deps.ids, event, toNotifiedOrder(order));
}
