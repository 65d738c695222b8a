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
import type { OrderAction } from '../lifecycle/order-states.ts';
import { findStepActor } from '../lifecycle/step-store.ts';
import { applyTransition, type TransitionDeps } from '../lifecycle/transition.ts';
import { isSold } from '../order-amount-columns.ts';
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
 * Whether the buyer received something: the order was started, or a file of its pack was opened. If not, the buyer gets
 * all money back: the rest at the chargeback, and what the chargeback took even when the bank decides for the seller.
 */
const hasBuyerReceivedService = ({
  serviceStatus,
  packOpenedAt,
}: Pick<OrderRow, 'serviceStatus' | 'packOpenedAt'>): boolean =>
  serviceStatus !== 'awaiting_start' || packOpenedAt !== null;

/**
 * Whether an order goes on after its chargebacks with the rest of its money: its buyer received something, something is
 * left, and the provider has not refunded so much on its own that less is left there than an open order holds.
 */
async function canOrderGoOn(tx: Db, order: OrderRow, remainingAmount: number): Promise<boolean> {
  if (remainingAmount === 0 || !hasBuyerReceivedService(order)) return false;
  if (order.serviceStatus === 'complete') return true;
  return (await readRemainingPayment(tx, order, remainingAmount)) >= remainingAmount;
}

/**
 * Ends an order because of its chargebacks, after all of them have taken their money, unless it can go on. Returns the
 * centavos that are refunded to the buyer.
 */
async function endOrder(deps: ApplyChargebacksDeps, tx: Db, orderId: string): Promise<number> {
  const order = await readLockedOrder(tx, orderId);
  const remainingAmount = await amountKept(tx, orderId);
  const action = endingActions[order.serviceStatus];
  if (!action || (await canOrderGoOn(tx, order, remainingAmount))) return 0;
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
  return remainingAmount;
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
  amounts: { readonly amount: number; readonly refundedRest: number },
): Promise<void> {
  const share = await readChargebackShare(tx, chargebackId);
  const event = { is: 'charged_back', chargebackId, ...amounts, ...share } as const;
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
  const refundedRest = reversals[0] ? await endOrder(deps, tx, reversals[0].row.orderId) : 0;
  if (rows[0]) await endFullyReturnedOrder(deps, tx, rows[0].orderId);
  for (const { row, amount } of reversals) {
    // The order ended after the last chargeback, whose notifications therefore name the rest.
    const isLast = row === reversals.at(-1)?.row;
    await notifyReversal(deps, tx, row, { amount, refundedRest: isLast ? refundedRest : 0 });
  }
}

/**
 * Whether the order ended with a full refund that the provider did not cause: by a decision of buyer, seller or team,
 * also about a dispute, or at a deadline.
 */
async function wasRefundedToBuyer(tx: Db, orderId: string): Promise<boolean> {
  const refundingParty = await findStepActor(tx, orderId, 'refunded');
  return refundingParty !== null && refundingParty !== 'provider';
}

/** The reason for the refund that follows a chargeback which the bank decided against the buyer. */
function returnReasonOf(row: ChargebackRow, order: OrderRow): RefundReason {
  if (isSold(order)) return 'overpaid';
  return row.reversed > 0 ? 'not_started' : 'late';
}

/**
 * The account of the seller that gets the money of a won chargeback: that of the rest of the order's money, so that the
 * money becomes available together with it.
 */
function restoredAccountOf({
  serviceStatus,
  heldUntil,
  openDisputeId,
}: OrderRow): 'held' | 'clearing' | 'seller' {
  if (serviceStatus === 'awaiting_start' || serviceStatus === 'in_progress') return 'held';
  return heldUntil !== null || openDisputeId !== null ? 'clearing' : 'seller';
}

/** Returns what a chargeback took to seller and platform. */
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
    account: restoredAccountOf(order),
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
 * when the buyer received nothing or the order ended with a full refund.
 */
async function restoreSale(deps: ApplyChargebacksDeps, tx: Db, row: ChargebackRow): Promise<void> {
  await releaseChargedBack(tx, row);
  const order = await readLockedOrder(tx, row.orderId);
  const tookMoney = row.reversed > 0;
  const { packOpenedAt } = order;
  const belongsToSeller =
    tookMoney &&
    hasBuyerReceivedService({ serviceStatus: row.orderStatus, packOpenedAt }) &&
    !(await wasRefundedToBuyer(tx, order.id));
  if (belongsToSeller) await restoreToSeller(deps, tx, row, order);
  await returnExcessMoney(deps, tx, order, {
    reason: returnReasonOf(row, order),
    afterChargeback: !belongsToSeller,
    // Sellers were not notified of a chargeback that took nothing.
    notifiesSeller: tookMoney && !belongsToSeller,
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
  const evidenceCause = { cause: 'chargeback', causeId: row.id } as const;
  if (transition.from === null)
    await sealEvidence(tx, deps, { orderId: row.orderId, ...evidenceCause });
  if (transition.to !== 'open') await recordEvidenceCauseEnd(tx, evidenceCause);
}

/**
 * Applies changed chargebacks of an order to ledger, state, refund, evidence and notifications, in the transaction that
 * recorded the changes. Chargebacks that the bank decided for the seller come first, because another chargeback in the
 * same record may take the returned money. An order that ends does so after all of them have taken theirs, because its
 * end returns what is left. Lock the order, the seller's account and the seller's wallet first (`docs/product/money.md`).
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
