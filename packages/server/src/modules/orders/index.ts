export { revokeUnpaidOf } from './expire-order.ts';
export { heldOrders } from './held-orders.ts';
export type { OrderTasks } from './order-jobs.ts';
export { type OpenOrder, openOrdersOf } from './payment-store.ts';
export { payments } from './payments-table.ts';
export { findPurchaseByCode, markReviewed, type Purchase, purchaseOf } from './purchase.ts';
export { readRefunds } from './read-refunds.ts';
export { type RefundDeskDeps, refundDeskHandlers } from './refund-desk-routes.ts';
export {
  giveOrderBack,
  giveUnstartedBack,
  type RefundOrderDeps,
  unstartedOrdersOf,
} from './refund-order.ts';
export { type OrderDeps, orderHandlers } from './routes.ts';
export { orderSchedule, orderTasks } from './tasks.ts';
export type { TransitionDeps } from './transition.ts';
export { mountPaymentWebhooks } from './webhooks.ts';
