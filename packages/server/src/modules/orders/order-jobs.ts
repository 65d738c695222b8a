import type { Db } from '../../platform/database/pool.ts';
import { connectionOf } from '../../platform/database/transaction-connection.ts';
import { createEnqueueAll, type Enqueue } from '../../platform/jobs/index.ts';
import type { DisputeRow } from './disputes/disputes-table.ts';
import type { OrderRow } from './orders-table.ts';

/** Background jobs of orders. */
export type OrderTasks = {
  /** Cancels an order whose time to pay has passed, unless the provider has received the payment. */
  readonly 'orders.expire': { readonly paymentId: string };
  /** Cancels an unpaid order whose seller is suspended, or whose buyer or seller closed the account. */
  readonly 'orders.revoke': { readonly paymentId: string };
  /** Refunds an order that was not started in time. */
  readonly 'orders.refund_unstarted': { readonly paymentId: string };
  /** Makes the seller's part of a completed order available. */
  readonly 'orders.end_clearing': { readonly paymentId: string };
  /** Refunds a disputed order whose seller did not answer in time. */
  readonly 'orders.lapse_dispute': { readonly paymentId: string };
  /** Notifies buyer and seller that the decision of their dispute is overdue. */
  readonly 'orders.notify_overdue_dispute': { readonly paymentId: string };
  /** Closes the checkout of an order that was cancelled while the provider did not answer. */
  readonly 'orders.close_checkout': { readonly paymentId: string };
  /** Sends a refund to the provider. */
  readonly 'orders.send_refund': { readonly refundId: string };
  /** Looks up orders at the provider, in case their webhooks were lost; runs every minute. */
  readonly 'orders.ask_again': Readonly<Record<string, string>>;
  /** Repairs the effects of lost jobs; runs every minute. */
  readonly 'orders.sweep': Readonly<Record<string, string>>;
};

/** Enqueues jobs in the transaction of the caller. */
export interface OrderQueue {
  readonly enqueue: Enqueue<OrderTasks>;
}

/**
 * Enqueues the cancellation of an order for the end of its time to pay; the job runs at once when that time is over.
 */
export const scheduleExpiry = (
  { enqueue }: OrderQueue,
  tx: Db,
  { id, expiresAt }: Pick<OrderRow, 'id' | 'expiresAt'>,
): Promise<void> =>
  enqueue(tx, 'orders.expire', { paymentId: id }, { key: `expire:${id}`, runAt: expiresAt });

const enqueueAllOrderJobs = createEnqueueAll<OrderTasks>();

/** Enqueues the cancellations of unpaid orders in one statement of the transaction. */
export const enqueueOrderRevocations = (tx: Db, ids: readonly string[]): Promise<void> =>
  enqueueAllOrderJobs(
    connectionOf(tx),
    ids.map((id) => ['orders.revoke', { paymentId: id }, { key: `revoke:${id}` }]),
  );

/** Enqueues the refund of an order for the end of its time to start. */
export async function scheduleUnstartedRefund(
  { enqueue }: OrderQueue,
  tx: Db,
  { id, startBy }: Pick<OrderRow, 'id' | 'startBy'>,
): Promise<void> {
  if (startBy === null) return;
  const key = `unstarted:${id}`;
  await enqueue(tx, 'orders.refund_unstarted', { paymentId: id }, { key, runAt: startBy });
}

/** Schedules the job that ends the clearing time of an order; does nothing for an order without a clearing time. */
export async function scheduleEndOfClearing(
  { enqueue }: OrderQueue,
  tx: Db,
  { id, heldUntil }: Pick<OrderRow, 'id' | 'heldUntil'>,
): Promise<void> {
  if (heldUntil === null) return;
  const key = `clearing:${id}`;
  await enqueue(tx, 'orders.end_clearing', { paymentId: id }, { key, runAt: heldUntil });
}

/** Schedules the jobs for the two deadlines of a dispute: the answer of the seller and the decision of the team. */
export async function scheduleDisputeDeadlines(
  { enqueue }: OrderQueue,
  tx: Db,
  { orderId, answerBy, decideBy }: Pick<DisputeRow, 'orderId' | 'answerBy' | 'decideBy'>,
): Promise<void> {
  const [lapse, overdue] = [`dispute:${orderId}`, `overdue:${orderId}`];
  await enqueue(
    tx,
    'orders.lapse_dispute',
    { paymentId: orderId },
    { key: lapse, runAt: answerBy },
  );
  const options = { key: overdue, runAt: decideBy };
  await enqueue(tx, 'orders.notify_overdue_dispute', { paymentId: orderId }, options);
}

export const enqueueCheckoutClosing = (
  { enqueue }: OrderQueue,
  tx: Db,
  id: string,
): Promise<void> => enqueue(tx, 'orders.close_checkout', { paymentId: id }, { key: `close:${id}` });

export const enqueueSendRefund = (
  { enqueue }: OrderQueue,
  tx: Db,
  refundId: string,
): Promise<void> => enqueue(tx, 'orders.send_refund', { refundId }, { key: `refund:${refundId}` });
