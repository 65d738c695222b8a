import type { orderEndpoints, orderLifeEndpoints } from '@guilda/contract/orders';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { cancelOrder } from './cancel-order.ts';
import { type CheckoutDeps, checkout } from './checkout.ts';
import type { CloseCheckoutDeps } from './close-checkout.ts';
import { getPayment, listPayments } from './read-orders.ts';
import { type ReconcileDeps, reconciler } from './reconcile.ts';
import { type RefundOrderDeps, refundOrder } from './refund-order.ts';
import { salesOverview } from './sales-overview.ts';
import { updatePayment } from './update-payment.ts';

export interface OrderDeps
  extends CheckoutDeps,
    ReconcileDeps,
    CloseCheckoutDeps,
    RefundOrderDeps {}

export function orderHandlers(
  deps: OrderDeps,
): Handlers<typeof orderEndpoints & typeof orderLifeEndpoints> {
  const buy = checkout(deps);
  const read = getPayment(deps, reconciler(deps));
  const cancel = cancelOrder(deps);
  return {
    checkout: ({ actor, body, idempotencyKey }) =>
      buy(actor, { serviceId: body.serviceId, idempotencyKey }),
    listPayments: ({ actor, query }) => listPayments(deps)(actor, query),
    getPayment: ({ actor, params }) => read(actor, params.id),
    updatePayment: ({ actor, params, body }) => updatePayment(deps)(actor, params.id, body),
    cancelPayment: ({ actor, params }) => cancel(actor, params.id),
    refundPayment: ({ actor, params }) => refundOrder(deps)(actor, params.id),
    getSalesOverview: ({ actor, query }) => salesOverview(deps)(actor, query.days),
  };
}
