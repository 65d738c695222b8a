import type { Db } from '../../platform/database/pool.ts';
import type { Enqueue } from '../../platform/jobs/index.ts';
import type { PaymentRow } from './payments-table.ts';

/** The background work of this module. */
export type OrderTasks = {
  /** Cancels an order whose time to pay is over, unless the provider says that it is paid. */
  readonly 'orders.expire': { readonly paymentId: string };
  /** Cancels an unpaid order whose seller is suspended, or of which somebody has left. */
  'orders.revoke': { readonly paymentId: string };
  /** Refunds an order that was not started in time. */
  readonly 'orders.refund_unstarted': { readonly paymentId: string };
  /** Closes the checkout of an order that was cancelled while the provider did not answer. */
  readonly 'orders.close_checkout': { readonly paymentId: string };
  /** Tells the provider to give money back. */
  readonly 'orders.send_refund': { readonly refundId: string };
  /** Asks the provider about orders whose notifications may have got lost; runs by the clock. */
  readonly 'orders.ask_again': Readonly<Record<string, string>>;
  /** Catches what no job took care of; runs by the clock. */
  readonly 'orders.sweep': Readonly<Record<string, string>>;
};

/** What adds a job to a transaction. */
export interface OrderQueue {
  readonly enqueue: Enqueue<OrderTasks>;
}

/** Cancels the order at the end of its time to pay; at once when that is over. */
export const expireInTime = (
  { enqueue }: OrderQueue,
  tx: Db,
  { id, expiresAt }: Pick<PaymentRow, 'id' | 'expiresAt'>,
): Promise<void> =>
  enqueue(tx, 'orders.expire', { paymentId: id }, { key: `expire:${id}`, runAt: expiresAt });

export const revokeSoon = ({ enqueue }: OrderQueue, tx: Db, id: string): Promise<void> =>
  enqueue(tx, 'orders.revoke', { paymentId: id }, { key: `revoke:${id}` });

/** Refunds the order at the end of its time to start. */
export async function refundInTime(
  { enqueue }: OrderQueue,
  tx: Db,
  { id, startBy }: Pick<PaymentRow, 'id' | 'startBy'>,
): Promise<void> {
  if (startBy === null) return;
  const key = `unstarted:${id}`;
  await enqueue(tx, 'orders.refund_unstarted', { paymentId: id }, { key, runAt: startBy });
}

export const closeCheckoutSoon = ({ enqueue }: OrderQueue, tx: Db, id: string): Promise<void> =>
  enqueue(tx, 'orders.close_checkout', { paymentId: id }, { key: `close:${id}` });

export const sendRefundSoon = ({ enqueue }: OrderQueue, tx: Db, refundId: string): Promise<void> =>
  enqueue(tx, 'orders.send_refund', { refundId }, { key: `refund:${refundId}` });
