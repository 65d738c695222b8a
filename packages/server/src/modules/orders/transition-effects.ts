import type { Db } from '../../platform/database/pool.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Meter } from '../../ports/meter.ts';
import { releaseArchives } from '../archives/index.ts';
import { ensureConversation } from '../messaging/index.ts';
import { type OrderFact, recordOrderFact } from '../notifications/index.ts';
import { addCompletedSale } from '../users/index.ts';
import { postCompletion, postPayment, postRefund } from '../wallet/index.ts';
import { type OrderQueue, refundInTime, sendRefundSoon } from './order-jobs.ts';
import type { OrderTransition, Party } from './order-states.ts';
import type { PaymentRow } from './payments-table.ts';
import { insertRefund, type RefundReason } from './refund-store.ts';

export interface EffectDeps extends OrderQueue {
  readonly ids: Ids;
  /** Whole percents. */
  readonly platformFeePercent: number;
  /** Counts orders on their way; nobody unless told. */
  readonly meter?: Meter;
}

/** The movement of money that belongs to a row; a free order moves none. */
async function postMoney(deps: EffectDeps, tx: Db, row: OrderTransition, order: PaymentRow) {
  const { id: paymentId, buyerId, sellerId, price: amount } = order;
  const sale = { paymentId, buyerId, sellerId, amount };
  if (row.posts === null || amount === 0) return;
  const { ids, platformFeePercent: feePercent } = deps;
  const posted =
    row.posts === 'payment'
      ? await postPayment(tx, ids, sale)
      : row.posts === 'refund'
        ? await postRefund(tx, ids, sale)
        : await postCompletion(tx, ids, { ...sale, feePercent });
  // The order and the ledger move together or not at all.
  if (!posted) throw new Error(`the ledger already holds the ${row.posts} of order ${paymentId}`);
}

/** Why money goes back, by whoever ended the order; a buyer cannot. */
const reasonOf: Readonly<Record<Exclude<Party, 'buyer'>, RefundReason>> = {
  seller: 'seller',
  admin: 'admin',
  system: 'not_started',
  // Only when it gave back less than there is: the rest follows.
  provider: 'wrong_amount',
};

/** Writes down that the order's money goes back, and has it sent once this is committed. */
async function giveMoneyBack(deps: EffectDeps, tx: Db, order: PaymentRow, by: Party) {
  if (by === 'buyer') throw new Error('a buyer refunds nothing');
  const id = deps.ids.uuid();
  const refund = await insertRefund(tx, { id, paymentId: order.id, reason: reasonOf[by] });
  if (refund) await sendRefundSoon(deps, tx, id);
}

/** What people are told of the change; nothing of an order that its buyer never saw. */
function factOf({ to, when }: OrderTransition, order: PaymentRow, by: Party): OrderFact | null {
  switch (to) {
    case 'awaiting_start':
      return { is: 'paid' };
    case 'in_progress':
      return { is: 'started' };
    case 'complete':
      return { is: 'completed', by };
    case 'refunded':
      return { is: 'refunded', by };
    default:
      if (by !== 'system' || order.checkoutUrl === null) return null;
      return { is: when === 'overdue' ? 'expired' : 'revoked' };
  }
}

/** All that follows from a change of state, in its transaction; nothing leaves before the commit. */
export async function followUp(
  deps: EffectDeps,
  tx: Db,
  row: OrderTransition,
  order: PaymentRow,
  by: Party,
): Promise<void> {
  await postMoney(deps, tx, row, order);
  if (row.to === 'complete') await addCompletedSale(tx, order.sellerId);
  if (row.to === 'awaiting_start') {
    await refundInTime(deps, tx, order);
    // From now on the two find each other in the chat.
    await ensureConversation(tx, deps.ids, order.buyerId, order.sellerId);
  }
  if (row.to === 'cancelled') await releaseArchives(tx, order.id);
  if (row.to === 'refunded') await giveMoneyBack(deps, tx, order, by);
  const fact = factOf(row, order, by);
  if (fact) await recordOrderFact(tx, deps.ids, fact, order);
}
