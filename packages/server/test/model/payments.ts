import type { OrderAction } from '../../src/modules/orders/lifecycle/order-states.ts';
import { applyChargebacks, recordChargebacks } from './chargebacks.ts';
import type { ModelRun } from './model-run.ts';
import { chargedBackAmount, type OrderModel, type RefundModel } from './state.ts';
import type { ProviderSnapshot } from './step.ts';
import { addRefund, applyOrderTransition, returnExcess } from './transitions.ts';

const isExpired = ({ closed, paid }: ProviderSnapshot) => closed && paid === 0;

const refundedSumOf = ({ refunds }: OrderModel) =>
  refunds.reduce((sum, { amount }) => sum + amount, 0);

/** Records the provider's amounts, which never decrease; returns whether one increased. */
function recordAmounts(order: OrderModel, { paid, back }: ProviderSnapshot): boolean {
  const { recorded } = order;
  const takenBack = Math.max(recorded.back, back) - refundedSumOf(order);
  const hasGrown =
    (recorded.paid ?? 0) < paid || recorded.back < back || recorded.takenBack < takenBack;
  if (!hasGrown) return false;
  recorded.paid = Math.max(recorded.paid ?? 0, paid);
  recorded.back = Math.max(recorded.back, back);
  recorded.takenBack = Math.max(recorded.takenBack, takenBack);
  return true;
}

/** Marks all refunds as succeeded once the amount that the provider has returned covers them. */
function confirmRefunds(order: OrderModel): void {
  const { recorded, refunds } = order;
  if (recorded.back < recorded.takenBack + refundedSumOf(order)) return;
  for (const refund of refunds) refund.status = 'succeeded';
}

const providerRefunds = [
  'refundUnstarted',
  'refundStarted',
  'refundClearing',
] as const satisfies OrderAction[];

function applyProviderRefund(run: ModelRun, order: OrderModel): boolean {
  const hasEnded = providerRefunds.some((action) =>
    applyOrderTransition(run, order, { action, by: 'provider' }),
  );
  if (hasEnded) order.endedByProvider = true;
  return hasEnded;
}

interface PaymentUpdate {
  /** Whether no payment was recorded before. */
  readonly isFirst: boolean;
  /** Whether the provider has refunded all money of the payment, except money that earlier chargebacks took. */
  readonly isAllRefunded: boolean;
}

function settleUnpaid(
  run: ModelRun,
  order: OrderModel,
  { isFirst, isAllRefunded }: PaymentUpdate,
): void {
  const { recorded, price, seller } = order;
  const isExactPayment = recorded.paid === price && (recorded.back === 0 || isAllRefunded);
  const canSell = run.state.wallets[seller]?.suspended === false;
  if (!isExactPayment || !isFirst || order.refunds.length > 0 || !canSell) {
    returnExcess(run, order);
    return;
  }
  applyOrderTransition(run, order, { action: 'pay', by: 'provider' });
  if (isAllRefunded) applyProviderRefund(run, order);
}

/** Whether refunds, alone or with chargebacks of `chargedBack` centavos, have returned the whole payment. */
const isFullyRefunded = ({ recorded }: OrderModel, chargedBack: number): boolean =>
  recorded.back > 0 && recorded.back + chargedBack >= (recorded.paid ?? 0);

/** Applies the provider's record to its order. */
export function settlePayment(run: ModelRun, order: OrderModel, snapshot: ProviderSnapshot): void {
  if (isExpired(snapshot)) {
    applyOrderTransition(run, order, { action: 'expire', by: 'system' });
    return;
  }
  if (snapshot.paid <= 0) return;
  const isFirst = order.recorded.paid === null;
  const { chargedBack } = order;
  const chargebackChanges = recordChargebacks(run, order, snapshot);
  const hasGrown = recordAmounts(order, snapshot);
  if (hasGrown) confirmRefunds(order);
  const isAllBack = isFullyRefunded(order, chargedBack);
  if (order.serviceStatus === 'awaiting_payment')
    settleUnpaid(run, order, { isFirst, isAllRefunded: isAllBack });
  else if (hasGrown && !(isAllBack && applyProviderRefund(run, order))) returnExcess(run, order);
  applyChargebacks(run, order, chargebackChanges);
  if (chargebackChanges.length > 0 && isFullyRefunded(order, order.chargedBack))
    applyProviderRefund(run, order);
}

/** Applies the record that the provider returned when the checkout was closed. */
export function settleAfterClosing(
  run: ModelRun,
  order: OrderModel,
  record: ProviderSnapshot,
): void {
  if (!isExpired(record)) settlePayment(run, order, record);
}

/** Makes a refund at the provider, once per idempotency key; `refused` when the refund exceeds the money left. */
export function sendToProvider({ provider }: OrderModel, refund: RefundModel): 'made' | 'refused' {
  if (refund.sent) return 'made';
  const unavailableAmount = provider.back + chargedBackAmount(provider);
  if (unavailableAmount + refund.amount > provider.paid) return 'refused';
  provider.back += refund.amount;
  refund.sent = true;
  return 'made';
}

/**
 * Replaces a refund that was too large with a refund of the money that is left, after the provider's record is applied.
 */
function replaceRefund(
  run: ModelRun,
  order: OrderModel,
  refund: RefundModel,
  record: ProviderSnapshot,
): void {
  const refusedAmount = refund.amount;
  // The old refund stays in the list until `addRefund` has chosen an id, so that the new id differs: another step may
  // still refer to the old id.
  Object.assign(refund, { amount: 0, status: 'succeeded' });
  if (chargedBackAmount(record) > 0) settlePayment(run, order, record);
  else recordAmounts(order, record);
  const replacement = addRefund(order);
  order.refunds = order.refunds.filter(({ id }) => id !== refund.id);
  if (replacement && replacement.amount >= refusedAmount) replacement.status = 'failed';
}

/**
 * Handles the provider's refusal of a refund: marks the refund as failed if the provider still has the money, replaces
 * it with a refund of the money that is left, or marks it as succeeded if all money was returned in another way.
 */
export function handleRefusedRefund(
  run: ModelRun,
  order: OrderModel,
  refund: RefundModel,
  record: ProviderSnapshot,
): void {
  const chargedBack = chargedBackAmount(record);
  const amountLeft = record.paid - record.back - chargedBack;
  if (record.paid <= 0 || amountLeft >= refund.amount) {
    if (refund.status === 'pending') refund.status = 'failed';
    return;
  }
  if (amountLeft > 0 || chargedBack > 0) {
    if (refund.status === 'pending') replaceRefund(run, order, refund, record);
    return;
  }
  settlePayment(run, order, record);
  if (refund.status === 'pending') refund.status = 'succeeded';
}
