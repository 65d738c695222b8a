import type { TaskRunners } from '../../platform/jobs/index.ts';
import type { CloseCheckoutDeps } from './checkout/close-checkout.ts';
import { notifyOverdueDispute, refundUnansweredDispute } from './disputes/dispute-deadlines.ts';
import { endClearing } from './lifecycle/end-clearing.ts';
import {
  closeCheckoutOfCancelledOrder,
  expireOrder,
  revokeUnpaidOrder,
} from './lifecycle/expire-order.ts';
import { refundUnstartedOrder } from './lifecycle/refund-unstarted-order.ts';
import { sweepOrders } from './lifecycle/sweep-orders.ts';
import type { OrderTasks } from './order-jobs.ts';
import { recheckPayments } from './payments/recheck-payments.ts';
import { sendRefund } from './refunds/send-refund.ts';

export type OrderTaskDeps = CloseCheckoutDeps;

/** Cron expressions: every minute. */
export const orderSchedule = {
  'orders.sweep': '* * * * *',
  'orders.ask_again': '* * * * *',
} as const;

/** Runners of the jobs. Every job is idempotent: it may run more than once and in several processes at a time. */
export function orderTasks(deps: OrderTaskDeps): TaskRunners<OrderTasks> {
  const [expire, lapse, close] = [
    expireOrder(deps),
    refundUnstartedOrder(deps),
    closeCheckoutOfCancelledOrder(deps),
  ];
  const [send, sweep, recheck] = [sendRefund(deps), sweepOrders(deps), recheckPayments(deps)];
  const [revoke, release] = [revokeUnpaidOrder(deps), endClearing(deps)];
  const [lapseOf, overdue] = [refundUnansweredDispute(deps), notifyOverdueDispute(deps)];
  return {
    'orders.expire': ({ paymentId }) => expire(paymentId),
    'orders.revoke': ({ paymentId }) => revoke(paymentId),
    'orders.refund_unstarted': ({ paymentId }) => lapse(paymentId),
    'orders.end_clearing': ({ paymentId }) => release(paymentId),
    'orders.lapse_dispute': ({ paymentId }) => lapseOf(paymentId),
    'orders.notify_overdue_dispute': ({ paymentId }) => overdue(paymentId),
    'orders.close_checkout': ({ paymentId }) => close(paymentId),
    'orders.send_refund': ({ refundId }) => send(refundId),
    'orders.sweep': () => sweep(),
    'orders.ask_again': () => recheck(),
  };
}
