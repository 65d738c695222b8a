import type { TaskRunners } from '../../platform/jobs/index.ts';
import { askAgain } from './ask-again.ts';
import type { CloseCheckoutDeps } from './close-checkout.ts';
import { closeCheckout, expireOrder, refundUnstarted, revokeOrder } from './expire-order.ts';
import type { OrderTasks } from './order-jobs.ts';
import { sendRefund } from './send-refund.ts';
import { sweepOrders } from './sweep.ts';

export type OrderTaskDeps = CloseCheckoutDeps;

/** When the tasks that run by the clock do: every minute. */
export const orderSchedule = {
  'orders.sweep': '* * * * *',
  'orders.ask_again': '* * * * *',
} as const;

/** Each may run more than once and in several processes at a time; the effect is that of once. */
export function orderTasks(deps: OrderTaskDeps): TaskRunners<OrderTasks> {
  const [expire, lapse, close] = [expireOrder(deps), refundUnstarted(deps), closeCheckout(deps)];
  const [send, sweep, again] = [sendRefund(deps), sweepOrders(deps), askAgain(deps)];
  const revoke = revokeOrder(deps);
  return {
    'orders.expire': ({ paymentId }) => expire(paymentId),
    'orders.revoke': ({ paymentId }) => revoke(paymentId),
    'orders.refund_unstarted': ({ paymentId }) => lapse(paymentId),
    'orders.close_checkout': ({ paymentId }) => close(paymentId),
    'orders.send_refund': ({ refundId }) => send(refundId),
    'orders.sweep': () => sweep(),
    'orders.ask_again': () => again(),
  };
}
