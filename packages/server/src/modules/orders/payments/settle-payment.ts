import type { Db } from '../../../platform/database/pool.ts';
import { isUuid } from '../../../platform/uuid.ts';
import type { PaymentRecord } from '../../../ports/payment-provider.ts';
import { findUser, lockAccounts, lockOpenAccounts } from '../../users/index.ts';
import { lockWallet } from '../../wallet/index.ts';
import { applyChargebacks } from '../chargebacks/apply-chargebacks.ts';
import { recordChargebacks } from '../chargebacks/chargeback-store.ts';
import { applyTransition, type TransitionDeps } from '../lifecycle/transition.ts';
import { amountDue } from '../order-amount-columns.ts';
import { enqueueSendRefund } from '../order-jobs.ts';
import { findOrder, lockProviderOrder, recordProviderAmounts } from '../order-store.ts';
import type { OrderRow } from '../orders-table.ts';
import {
  confirmRefunds,
  hasRefund,
  listPendingRefundIds,
  logFailedRefund,
  markRefundsFailed,
} from '../refunds/refund-store.ts';
import { returnExcessMoney } from '../refunds/return-money.ts';
import { applyProviderRefund, isFullyRefunded, type ReceivedTotals } from './provider-refund.ts';

export interface SettleDeps extends TransitionDeps {
  readonly log: {
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
}

/**
 * Outcome of applying the provider's record to an order:
 * - `paid`: the order is paid now
 * - `unpaid`: no payment has arrived
 * - `expired`: no payment can arrive any more and the time to pay has passed, so the order is cancelled
 * - `known`: the order was paid already
 * - `refunded`: the provider returned the whole payment on its own, and the order is refunded
 * - `mismatch`: a wrong amount arrived, an account is closed, or the seller is suspended; the payment is refunded
 * - `late`: a payment arrived for a cancelled or refunded order; the payment is refunded
 * - `charged_back`: a chargeback was opened or decided
 * - `unknown`: no order of this provider has this id
 */
export type PaymentSettlement =
  | 'paid'
  | 'unpaid'
  | 'expired'
  | 'known'
  | 'refunded'
  | 'mismatch'
  | 'late'
  | 'charged_back'
  | 'unknown';

/** An order before a provider's record is applied, with the provider's totals after the record. */
interface ReceivedMoney extends ReceivedTotals {
  /** Whether this record changed the total paid or the total refunded. */
  readonly hasChanged: boolean;
  /** Whether the paid amount changed, or the provider returned money that Guilda did not refund. */
  readonly isUnexpected: boolean;
}

/** Whether the amount due, no more and no less, arrived in one payment and Guilda has not refunded the order. */
async function isExactFirstPayment(tx: Db, receivedMoney: ReceivedMoney): Promise<boolean> {
  const { order, amountPaid, amountRefunded } = receivedMoney;
  const isExactAmount =
    amountPaid === amountDue(order) && (amountRefunded === 0 || isFullyRefunded(receivedMoney));
  // Any earlier payment, even a refunded one of a wrong amount, has set `amountPaid`; a later one cannot pay the order.
  const isFirstPayment = order.amountPaid === null;
  return isExactAmount && isFirstPayment && !(await hasRefund(tx, order.id));
}

/** Marks succeeded refunds as failed when the provider's record now reports them as failed; returns the order. */
async function recordLateRefundFailures(
  deps: SettleDeps,
  tx: Db,
  order: OrderRow,
  record: PaymentRecord,
) {
  const { failedRefunds = [], amountRefunded } = record;
  const lateFailures = await markRefundsFailed(tx, order.id, { failedRefunds, amountRefunded });
  for (const refund of lateFailures) logFailedRefund(deps, refund, 'came back to the provider');
  return lateFailures.length === 0 ? order : ((await findOrder(tx, order.id)) ?? order);
}

/**
 * Stores the totals of the provider's record. A total is never decreased, so an older record does not replace a newer
 * one.
 */
async function recordProviderTotals(
  tx: Db,
  order: OrderRow,
  record: PaymentRecord,
): Promise<ReceivedMoney> {
  const updatedOrder = await recordProviderAmounts(tx, order.id, record);
  const hasChanged = updatedOrder !== null;
  if (hasChanged) await confirmRefunds(tx, order.id);
  return {
    order,
    amountPaid: Math.max(order.amountPaid ?? 0, record.amountPaid),
    amountRefunded: Math.max(order.amountRefunded, record.amountRefunded),
    hasChanged,
    isUnexpected:
      updatedOrder?.amountPaid !== order.amountPaid ||
      updatedOrder.amountTakenBack > order.amountTakenBack,
  };
}

function logUnexpectedMoney(
  deps: SettleDeps,
  { order, amountPaid, amountRefunded, ...is }: ReceivedMoney,
) {
  if (!is.hasChanged || !is.isUnexpected) return;
  const { id, serviceStatus } = order;
  deps.log.warn(
    { payment: id, serviceStatus, price: amountDue(order), amountPaid, amountRefunded },
    'money moved that does not settle its order',
  );
}

/**
 * Marks an unpaid order as paid. When the provider has already returned the money, also marks the order as refunded.
 */
async function markOrderPaid(
  deps: SettleDeps,
  tx: Db,
  money: ReceivedMoney,
): Promise<PaymentSettlement> {
  const { order } = money;
  const statusChange = { action: 'pay', orderId: order.id, by: 'provider', actorId: null } as const;
  const paidOrder = await applyTransition(deps, tx, statusChange);
  if (!paidOrder) throw new Error(`order ${order.id} moved while it was locked`);
  if (!isFullyRefunded(money)) return 'paid';
  await applyProviderRefund(deps, tx, order.id);
  return 'refunded';
}

/** Handles new totals of a sold order: an overpayment is refunded, and a full refund by the provider ends the order. */
async function settlePaidOrder(
  deps: SettleDeps,
  tx: Db,
  money: ReceivedMoney,
): Promise<PaymentSettlement> {
  const { order } = money;
  if (isFullyRefunded(money) && (await applyProviderRefund(deps, tx, order.id))) return 'refunded';
  await returnExcessMoney(deps, tx, order, { reason: 'overpaid' });
  // A refund in the provider's panel after the clearing time does not change the order's state. The refund is logged,
  // so that an administrator handles it.
  logUnexpectedMoney(deps, money);
  return 'known';
}

/** Refunds received money that cannot be used to pay the order. */
async function returnUnacceptedMoney(
  deps: SettleDeps,
  tx: Db,
  money: ReceivedMoney,
  reason: 'late' | 'wrong_amount' | 'account_closed',
): Promise<PaymentSettlement> {
  await returnExcessMoney(deps, tx, money.order, { reason });
  logUnexpectedMoney(deps, money);
  return reason === 'late' ? 'late' : 'mismatch';
}

/** Handles a checkout that was closed without a payment: cancels the order if its time to pay has passed. */
async function expireIfOverdue(
  deps: SettleDeps,
  tx: Db,
  orderId: string,
): Promise<PaymentSettlement> {
  const statusChange = { action: 'expire', orderId, by: 'system', actorId: null } as const;
  return (await applyTransition(deps, tx, statusChange)) ? 'expired' : 'unpaid';
}

/** Whether the seller is not suspended. Lock the account first. */
async function isSellerActive(tx: Db, sellerId: string): Promise<boolean> {
  return (await findUser(tx, sellerId))?.suspendedAt === null;
}

async function settleReceivedMoney(
  deps: SettleDeps,
  tx: Db,
  money: ReceivedMoney,
): Promise<PaymentSettlement> {
  const { buyerId, sellerId, serviceStatus } = money.order;
  const isOver = serviceStatus === 'cancelled' || serviceStatus === 'refunded';
  if (serviceStatus !== 'awaiting_payment') {
    // An earlier record had these totals or higher ones, and its transaction has handled them.
    if (!money.hasChanged) return isOver ? 'late' : 'known';
    return isOver
      ? returnUnacceptedMoney(deps, tx, money, 'late')
      : settlePaidOrder(deps, tx, money);
  }
  if (!(await isExactFirstPayment(tx, money)))
    return returnUnacceptedMoney(deps, tx, money, 'wrong_amount');
  const canBeSold =
    (await lockOpenAccounts(tx, [buyerId, sellerId])) && (await isSellerActive(tx, sellerId));
  return canBeSold
    ? markOrderPaid(deps, tx, money)
    : returnUnacceptedMoney(deps, tx, money, 'account_closed');
}

/**
 * Applies a record in three steps. First its chargebacks are stored, so that no refund returns money that a bank takes
 * back; then its totals are applied. Last, after the payment was posted, the money of the chargebacks moves.
 */
async function settleArrivedPayment(
  deps: SettleDeps,
  tx: Db,
  order: OrderRow,
  record: PaymentRecord,
): Promise<PaymentSettlement> {
  const { chargebacks = [] } = record;
  if (chargebacks.length > 0) {
    // A chargeback may make a debt, with which the account cannot be closed.
    const people = [order.sellerId];
    await lockAccounts(tx, { actorId: null, people, changesAccounts: false });
    await lockWallet(tx, order.sellerId);
  }
  const currentOrder = await recordLateRefundFailures(deps, tx, order, record);
  const chargebackChanges = await recordChargebacks(tx, deps.ids, currentOrder, chargebacks);
  const settlement = await settleReceivedMoney(
    deps,
    tx,
    await recordProviderTotals(tx, currentOrder, record),
  );
  await applyChargebacks(deps, tx, chargebackChanges);
  return chargebackChanges.length > 0 ? 'charged_back' : settlement;
}

/**
 * Like {@link settlePayment}, but enqueues no checks of pending refunds. The refund job uses this function, because it
 * would otherwise enqueue itself again and again.
 */
export async function settleWithoutRefundChecks(
  deps: SettleDeps,
  tx: Db,
  provider: string,
  record: PaymentRecord,
): Promise<PaymentSettlement> {
  // Other shops may use the same account at the provider, and their order ids need not be UUIDs.
  const order = isUuid(record.orderId)
    ? await lockProviderOrder(tx, record.orderId, provider)
    : null;
  if (!order) return 'unknown';
  if (record.status === 'expired') return expireIfOverdue(deps, tx, order.id);
  const hasArrived = record.status === 'paid' || record.status === 'refunded';
  if (!hasArrived || record.amountPaid <= 0) return 'unpaid';
  return settleArrivedPayment(deps, tx, order, record);
}

/**
 * Applies the provider's record of a payment to its order, in the caller's transaction, which locks the order. Repeated
 * and reordered records have the same effect: an order is paid once, by exactly the amount due, and any other payment
 * is refunded once. Afterwards jobs check pending refunds.
 */
export async function settlePayment(
  deps: SettleDeps,
  tx: Db,
  provider: string,
  record: PaymentRecord,
): Promise<PaymentSettlement> {
  const settlement = await settleWithoutRefundChecks(deps, tx, provider, record);
  const hasMovedMoney =
    settlement !== 'unknown' && settlement !== 'unpaid' && settlement !== 'expired';
  if (!hasMovedMoney) return settlement;
  for (const id of await listPendingRefundIds(tx, record.orderId))
    await enqueueSendRefund(deps, tx, id);
  return settlement;
}
