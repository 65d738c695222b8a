import type { Db } from '../../../platform/database/pool.ts';
import { recordEvidenceCauseEnd, sealEvidence } from '../../evidence/index.ts';
import { notifyOrderEvent } from '../../notifications/index.ts';
import {
  amountKept,
  postChargeback,
  postChargebackWon,
  postRefund,
  readChargebackShare,
} from '../../wallet/index.ts';
import { findDispute } from '../disputes/dispute-store.ts';
import type { OrderAction } from '../lifecycle/order-states.ts';
import { applyTransition, type TransitionDeps } from '../lifecycle/transition.ts';
import { findOrder } from '../order-store.ts';
import type { OrderRow } from '../orders-table.ts';
import { endFullyReturnedOrder } from '../payments/provider-refund.ts';
import { toNotifiedOrder } from '../policy.ts';
import type { RefundReason } from '../refunds/refund-store.ts';
import { returnExcessMoney } from '../refunds/return-money.ts';
import {
  type ChargebackChange,
  readRemainingPayment,
  releaseChargedBack,
  storeRestoration,
  storeReversal,
} from './chargeback-store.ts';
import type { ChargebackRow } from './chargebacks-table.ts';

export interface ApplyChargebacksDeps extends TransitionDeps {
  readonly log: { warn(fields: object, message: string): void };
}

/**
 * The transition by which a chargeback ends an order, by the state of the order; orders in other states have already
 * ended.
 */
const endingActions: Partial<Record<OrderRow['serviceStatus'], OrderAction>> = {
  awaiting_start: 'chargebackUnstarted',
  in_progress: 'chargebackStarted',
  complete: 'chargebackComplete',
};

async function readLockedOrder(tx: Db, orderId: string): Promise<OrderRow> {
  const order = await findOrder(tx, orderId);
  if (!order) throw new Error(`order ${orderId} vanished while it was locked`);
  return order;
}

/**
 * Ends an order because of its chargebacks, after all of them have taken their money. An order that was not completed
 * always ends, because its payment is contested; a completed order ends when nothing is left of its payment.
 */
async function endOrder(deps: ApplyChargebacksDeps, tx: Db, orderId: string): Promise<void> {
  const order = await readLockedOrder(tx, orderId);
  const remainingAmount = await amountKept(tx, orderId);
  const action = endingActions[order.serviceStatus];
  if (!action || (order.serviceStatus === 'complete' && remainingAmount > 0)) return;
  const { buyerId, sellerId } = order;
  const refundedOrder = await applyTransition(deps, tx, {
    action,
    orderId,
    by: 'provider',
    actorId: null,
  });
  if (!refundedOrder) throw new Error(`order ${orderId} moved while it was locked`);
  if (remainingAmount > 0)
    await postRefund(tx, deps.ids, { orderId, buyerId, sellerId, amount: remainingAmount });
}

/**
 * Returns the money of a new chargeback to the buyer in the ledger, but not more than the order still has: refunded
 * money is not returned twice, and an overpayment that the bank takes back is not taken from the seller. Logs a
 * chargeback that exceeds what is left of the payment. Returns the reversed amount in centavos.
 */
async function reverseSale(
  deps: ApplyChargebacksDeps,
  tx: Db,
  row: ChargebackRow,
): Promise<number> {
  const order = await readLockedOrder(tx, row.orderId);
  const { id: orderId, buyerId, sellerId, serviceStatus: orderStatus } = order;
  const amountStillKept = await amountKept(tx, orderId);
  const remainingPayment = await readRemainingPayment(tx, order, amountStillKept);
  const reversed = Math.max(
    0,
    Math.min(amountStillKept, amountStillKept - remainingPayment, row.amount),
  );
  await storeReversal(tx, row, { reversed, orderStatus });
  if (reversed === 0) {
    const fields = { chargeback: row.id, payment: orderId, orderStatus, amount: row.amount };
    deps.log.warn(fields, 'a chargeback takes money that its order does not keep');
    return 0;
  }
  const posting = { chargebackId: row.id, orderId, buyerId, sellerId, amount: reversed };
  if (!(await postChargeback(tx, deps.ids, posting)))
    throw new Error(`the ledger already holds chargeback ${row.id}`);
  return reversed;
}

async function notifyReversal(
  { ids }: ApplyChargebacksDeps,
  tx: Db,
  { id: chargebackId, orderId }: ChargebackRow,
  amount: number,
): Promise<void> {
  const share = await readChargebackShare(tx, chargebackId);
  const event = { is: 'charged_back', chargebackId, amount, ...share } as const;
  await notifyOrderEvent(tx, ids, event, toNotifiedOrder(await readLockedOrder(tx, orderId)));
}

/** Takes the money of new chargebacks of an order, and then ends the order if it must end. */
async function reverseSales(
  deps: ApplyChargebacksDeps,
  tx: Db,
  rows: readonly ChargebackRow[],
): Promise<void> {
  const reversals: { row: ChargebackRow; amount: number }[] = [];
  for (const row of rows) {
    const amount = await reverseSale(deps, tx, row);
    if (amount > 0) reversals.push({ row, amount });
  }
  if (reversals[0]) await endOrder(deps, tx, reversals[0].row.orderId);
  if (rows[0]) await endFullyReturnedOrder(deps, tx, rows[0].orderId);
  for (const { row, amount } of reversals) await notifyReversal(deps, tx, row, amount);
}

/**
 * Whether the buyer received something: the order was started, or a file of its pack was opened. If not, the buyer
 * gets the money of the chargeback even when the bank decides for the seller.
 */
const hasBuyerReceivedService = (
  { orderStatus }: ChargebackRow,
  { packOpenedAt }: OrderRow,
): boolean => orderStatus !== 'awaiting_start' || packOpenedAt !== null;

/**
 * Whether the order's dispute ended with a full refund for the buyer, decided by the seller, by the team or because the
 * seller did not answer.
 */
async function hasBuyerWon(tx: Db, orderId: string): Promise<boolean> {
  const dispute = await findDispute(tx, orderId);
  return dispute?.outcome === 'refunded' && dispute.resolvedBy !== 'provider';
}

/** The reason for the refund that follows a chargeback which the bank decided against the buyer. */
function returnReasonOf(row: ChargebackRow, order: OrderRow): RefundReason {
  if (order.serviceStatus === 'complete') return 'overpaid';
  return row.reversed > 0 ? 'not_started' : 'late';
}

/**
 * Returns what a chargeback took to seller and platform. During the clearing time or a dispute, the seller's part
 * becomes available together with the rest of the order's money.
 */
async function restoreToSeller(
  { ids, platformFeePercent }: ApplyChargebacksDeps,
  tx: Db,
  row: ChargebackRow,
  order: OrderRow,
): Promise<void> {
  const { buyerId, sellerId } = order;
  const posting = {
    chargebackId: row.id,
    buyerId,
    sellerId,
    amount: row.reversed,
    feePercent: platformFeePercent,
    clears: order.heldUntil !== null || order.openDisputeId !== null,
  };
  if (!(await postChargebackWon(tx, ids, posting)))
    throw new Error(`the ledger already holds the end of chargeback ${row.id}`);
  await storeRestoration(tx, row, row.reversed);
  const { share } = await readChargebackShare(tx, row.id, 'chargeback_won');
  const event = { is: 'chargeback_won', chargebackId: row.id, share } as const;
  await notifyOrderEvent(tx, ids, event, toNotifiedOrder(order));
}

/**
 * Returns the money of a chargeback that the bank decided against the buyer: to seller and platform, or to the buyer
 * when the buyer received nothing or the order's dispute ended with a full refund.
 */
async function restoreSale(deps: ApplyChargebacksDeps, tx: Db, row: ChargebackRow): Promise<void> {
  await releaseChargedBack(tx, row);
  const order = await readLockedOrder(tx, row.orderId);
  const tookMoney = row.reversed > 0;
  const belongsToSeller =
    tookMoney && hasBuyerReceivedService(row, order) && !(await hasBuyerWon(tx, order.id));
  if (belongsToSeller) await restoreToSeller(deps, tx, row, order);
  await returnExcessMoney(deps, tx, order, {
    reason: returnReasonOf(row, order),
    afterChargeback: tookMoney && !belongsToSeller,
  });
}

/**
 * Records the evidence for a new chargeback; call it after the record has changed the order, so that the evidence
 * contains that change. Closes the evidence when the bank has decided.
 */
async function updateEvidence(
  deps: ApplyChargebacksDeps,
  tx: Db,
  { transition, row }: ChargebackChange,
): Promise<void> {
  const claim = { cause: 'chargeback', causeId: row.id } as const;
  if (transition.from === null) await sealEvidence(tx, deps, { orderId: row.orderId, ...claim });
  if (transition.to !== 'open') await recordEvidenceCauseEnd(tx, claim);
}

/**
 * Applies changed chargebacks of an order to ledger, state, refund, evidence and notifications, in the transaction that
 * recorded the changes. Chargebacks that the bank decided for the seller come first, because another chargeback in the
 * same record may take the returned money. The order ends only after all of them have taken theirs, because its end
 * returns what is left. Lock the order, the seller's account and the seller's wallet first (`docs/product/money.md`).
 */
export async function applyChargebacks(
  deps: ApplyChargebacksDeps,
  tx: Db,
  changes: readonly ChargebackChange[],
): Promise<void> {
  const isWon = ({ transition }: ChargebackChange) => transition.posts === 'chargeback_won';
  for (const { row } of changes.filter(isWon)) await restoreSale(deps, tx, row);
  const newChargebacks = changes.filter(({ transition }) => transition.posts === 'chargeback');
  await reverseSales(
    deps,
    tx,
    newChargebacks.map(({ row }) => row),
  );
  for (const change of changes) await updateEvidence(deps, tx, change);
}
