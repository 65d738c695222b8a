import type { OrderAction } from '../../src/modules/orders/lifecycle/order-states.ts';
import { amountToKeep } from '../../src/modules/orders/order-amount-columns.ts';
import type { ModelRun } from './model-run.ts';
import { postPassThrough } from './postings.ts';
import type { OrderModel, ProviderModel, RefundModel } from './state.ts';
import { addRefund, moveOrder, nextRefundId } from './transitions.ts';

/** The provider's record of an order, as an answer carries it; it may be old when it is applied. */
export type SeenRecord = Readonly<ProviderModel>;

const isExpired = ({ closed, paid }: SeenRecord) => closed && paid === 0;

const meantOf = ({ refunds }: OrderModel) => refunds.reduce((sum, { amount }) => sum + amount, 0);

/** Records the provider's amounts, which only grow; whether one grew. */
function recordAmounts(order: OrderModel, { paid, back }: SeenRecord): boolean {
  const { recorded } = order;
  const takenBack = Math.max(recorded.back, back) - meantOf(order);
  const grew =
    (recorded.paid ?? 0) < paid || recorded.back < back || recorded.takenBack < takenBack;
  if (!grew) return false;
  recorded.paid = Math.max(recorded.paid ?? 0, paid);
  recorded.back = Math.max(recorded.back, back);
  recorded.takenBack = Math.max(recorded.takenBack, takenBack);
  return true;
}

/** Marks all refunds as succeeded once the provider's total has reached them. */
function confirmRefunds(order: OrderModel): void {
  const { recorded, refunds } = order;
  if (recorded.back < recorded.takenBack + meantOf(order)) return;
  for (const refund of refunds) refund.status = 'succeeded';
}

/** Refunds what an order does not keep. */
function returnExcess(run: ModelRun, order: OrderModel): void {
  const unsold = ['awaiting_payment', 'cancelled'].includes(order.serviceStatus);
  if (unsold && order.recorded.paid !== null) postPassThrough(run, order, order.recorded.paid);
  addRefund(order, amountToKeep(order));
}

const providerRefunds = [
  'refundUnstarted',
  'refundStarted',
  'refundClearing',
] as const satisfies OrderAction[];

function applyProviderRefund(run: ModelRun, order: OrderModel): boolean {
  return providerRefunds.some((action) => moveOrder(run, order, { action, by: 'provider' }));
}

const isAllBack = ({ recorded }: OrderModel) => recorded.back >= (recorded.paid ?? 0);

function settleUnpaid(run: ModelRun, order: OrderModel, first: boolean): void {
  const { recorded, price, seller } = order;
  const exact = recorded.paid === price && (recorded.back === 0 || isAllBack(order));
  const sells = run.state.wallets[seller]?.suspended === false;
  if (!exact || !first || order.refunds.length > 0 || !sells) {
    returnExcess(run, order);
    return;
  }
  moveOrder(run, order, { action: 'pay', by: 'provider' });
  if (isAllBack(order)) applyProviderRefund(run, order);
}

/** Applies the provider's record to its order. */
export function settle(run: ModelRun, order: OrderModel, record: SeenRecord): void {
  if (isExpired(record)) {
    moveOrder(run, order, { action: 'expire', by: 'system' });
    return;
  }
  if (record.paid <= 0) return;
  const first = order.recorded.paid === null;
  const grew = recordAmounts(order, record);
  if (grew) confirmRefunds(order);
  if (order.serviceStatus === 'awaiting_payment') settleUnpaid(run, order, first);
  else if (grew && !(isAllBack(order) && applyProviderRefund(run, order))) returnExcess(run, order);
}

/** Applies the record that the provider answered when the checkout was closed. */
export function settleAfterClosing(run: ModelRun, order: OrderModel, record: SeenRecord): void {
  if (!isExpired(record)) settle(run, order, record);
}

/** The provider returns a refund once for its idempotency key; `refused` when less is left than its amount. */
export function sendToProvider({ provider }: OrderModel, refund: RefundModel): 'made' | 'refused' {
  if (refund.sent) return 'made';
  if (provider.back + refund.amount > provider.paid) return 'refused';
  provider.back += refund.amount;
  refund.sent = true;
  return 'made';
}

/** Handles the provider's refusal of a refund: it is replaced by the rest, or the money went back in another way. */
export function handleRefusedRefund(
  run: ModelRun,
  order: OrderModel,
  refund: RefundModel,
  record: SeenRecord,
): void {
  const left = record.paid - record.back;
  if (record.paid <= 0 || left >= refund.amount) {
    if (refund.status === 'pending') refund.status = 'failed';
    return;
  }
  if (left > 0) {
    if (refund.status !== 'pending') return;
    // Another step may still hold the refund that is replaced, so its id is not used again.
    const rest = nextRefundId(order);
    order.refunds = order.refunds.filter(({ id }) => id !== refund.id);
    recordAmounts(order, record);
    addRefund(order, amountToKeep(order), rest);
    return;
  }
  settle(run, order, record);
  if (refund.status === 'pending') refund.status = 'succeeded';
}
