import type { Db } from '../../platform/database/pool.ts';
import { recordOrderFact } from '../notifications/index.ts';
import { postPayment, postRefund } from '../wallet/index.ts';
import { sendRefundSoon } from './order-jobs.ts';
import { findPayment } from './payment-store.ts';
import type { PaymentRow } from './payments-table.ts';
import { insertRefund, type RefundReason } from './refund-store.ts';
import type { EffectDeps } from './transition-effects.ts';

const unsold: readonly PaymentRow['serviceStatus'][] = ['awaiting_payment', 'cancelled'];
const sold: readonly PaymentRow['serviceStatus'][] = ['awaiting_start', 'in_progress', 'complete'];

/** What an order keeps of its money: its price once it is sold. */
export const keptOf = ({ serviceStatus, price }: PaymentRow): number =>
  sold.includes(serviceStatus) ? price : 0;

/**
 * The movements of money that only passed through: into an order that was never paid, and out. The
 * ledger knows one payment and one refund of an order; what comes on top of that, such as a second
 * payment of a paid order, stands among the refunds alone.
 */
async function postPassage(deps: EffectDeps, tx: Db, order: PaymentRow): Promise<void> {
  const { id: paymentId, buyerId, sellerId, amountPaid } = order;
  if (!unsold.includes(order.serviceStatus) || amountPaid === null) return;
  const sale = { paymentId, buyerId, sellerId, amount: amountPaid };
  if (await postPayment(tx, deps.ids, sale)) await postRefund(tx, deps.ids, sale);
}

/**
 * Gives back by itself what an order must not keep: more than its price once it is sold, everything
 * while it is not. In the caller's transaction, which holds the order.
 */
export async function returnMoney(
  deps: EffectDeps,
  tx: Db,
  { id: paymentId }: Pick<PaymentRow, 'id'>,
  reason: RefundReason,
): Promise<void> {
  const order = await findPayment(tx, paymentId);
  if (!order) throw new Error(`order ${paymentId} vanished while it was locked`);
  const id = deps.ids.uuid();
  await postPassage(deps, tx, order);
  const refund = await insertRefund(tx, { id, paymentId, reason }, keptOf(order));
  if (!refund) return;
  await sendRefundSoon(deps, tx, id);
  await recordOrderFact(tx, deps.ids, { is: 'returned', refundId: id }, order);
}
