import { chargebackEndpoints } from '@guilda/contract/orders/chargebacks';
import { disputeEndpoints } from '@guilda/contract/orders/dispute-endpoints';
import { orderActionEndpoints, orderEndpoints } from '@guilda/contract/orders/orders';
import { failedRefundEndpoints } from '@guilda/contract/orders/refunds';
import { handle, type Module, type NeedsOf } from '../../platform/module.ts';
import { chargebackHandlers } from './chargebacks/get-chargeback.ts';
import { disputeHandlers } from './disputes/routes.ts';
import type { OrderTasks } from './order-jobs.ts';
import { handlePaymentWebhook } from './payments/handle-webhook.ts';
import { refundQueueHandlers } from './refunds/refund-queue.ts';
import { orderHandlers } from './routes.ts';
import { orderSchedule, orderTasks } from './tasks.ts';

type OrdersModuleDeps = NeedsOf<typeof orderHandlers> &
  NeedsOf<typeof refundQueueHandlers> &
  NeedsOf<typeof disputeHandlers> &
  NeedsOf<typeof chargebackHandlers> &
  NeedsOf<typeof orderTasks> &
  NeedsOf<typeof handlePaymentWebhook>;

export const ordersModule: Module<OrdersModuleDeps, OrderTasks> = {
  name: 'orders',
  schedule: orderSchedule,
  create: (needs) => ({
    endpoints: [
      handle({ ...orderEndpoints, ...orderActionEndpoints }, orderHandlers(needs)),
      handle(failedRefundEndpoints, refundQueueHandlers(needs)),
      handle(disputeEndpoints, disputeHandlers(needs)),
      handle(chargebackEndpoints, chargebackHandlers(needs)),
    ],
    tasks: orderTasks(needs),
    webhooks: { payments: handlePaymentWebhook(needs) },
  }),
};
