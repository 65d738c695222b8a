export { ordersDataExport } from './data-export.ts';
export { enqueueRevokingUnpaidOrders } from './lifecycle/expire-order.ts';
export {
  checkStepChains,
  rebuildStepChain,
  type StepChainRule,
} from './lifecycle/step-chain-queries.ts';
export type { TransitionDeps } from './lifecycle/transition.ts';
export type { OrderTasks } from './order-jobs.ts';
export {
  listOpenOrders,
  listUnstartedOrderIds,
  markOrderReviewed,
  markPackOpened,
  type OpenOrder,
} from './order-store.ts';
export { orders } from './orders-table.ts';
export {
  findOrderSummary,
  findOrderSummaryByCode,
  type OrderSummary,
} from './reads/order-summary-store.ts';
export { applyOrderRefund, applyUnstartedRefund } from './refunds/refund-order.ts';
export { countOpenRefunds } from './refunds/refund-queries.ts';
