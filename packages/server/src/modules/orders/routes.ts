import type { orderActionEndpoints, orderEndpoints } from '@guilda/contract/orders/orders';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { type CheckoutDeps, startCheckout } from './checkout/checkout.ts';
import type { CloseCheckoutDeps } from './checkout/close-checkout.ts';
import { cancelOrder } from './lifecycle/cancel-order.ts';
import { updateOrder } from './lifecycle/update-order.ts';
import { createReconciler, type ReconcileDeps } from './payments/reconcile.ts';
import { getOrder, listOrders } from './reads/read-orders.ts';
import { getSalesOverview } from './reads/sales-overview.ts';
import { type RefundOrderDeps, refundOrder } from './refunds/refund-order.ts';

export interface OrderDeps
  extends CheckoutDeps,
    ReconcileDeps,
    CloseCheckoutDeps,
    RefundOrderDeps {}

export function orderHandlers(
  deps: OrderDeps,
): Handlers<typeof orderEndpoints & typeof orderActionEndpoints> {
  const buy = startCheckout(deps);
  const readOrder = getOrder(deps, createReconciler(deps));
  const cancel = cancelOrder(deps);
  return {
    checkout: ({ actor, body, idempotencyKey }) => buy(actor, { ...body, idempotencyKey }),
    listPayments: ({ actor, query }) => listOrders(deps)(actor, query),
    getPayment: ({ actor, params }) => readOrder(actor, params.id),
    updatePayment: ({ actor, params, body }) => updateOrder(deps)(actor, params.id, body),
    cancelPayment: ({ actor, params }) => cancel(actor, params.id),
    refundPayment: ({ actor, params, confirmation }) =>
      refundOrder(deps)(actor, params.id, confirmation),
    getSalesOverview: ({ actor, query }) => getSalesOverview(deps)(actor, query.days),
  };
}
