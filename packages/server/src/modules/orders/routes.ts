import type { orderEndpoints, orderLifeEndpoints } from '@guilda/contract/orders';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { err } from '../../platform/result.ts';
import { type CheckoutDeps, checkout } from './checkout.ts';
import { getPayment, listPayments } from './read-orders.ts';
import { type ReconcileDeps, reconciler } from './reconcile.ts';
import { updatePayment } from './update-payment.ts';

export interface OrderDeps extends CheckoutDeps, ReconcileDeps {}

export function orderHandlers(
  deps: OrderDeps,
): Handlers<typeof orderEndpoints & typeof orderLifeEndpoints> {
  const buy = checkout(deps);
  const read = getPayment(deps, reconciler(deps));
  return {
    checkout: ({ actor, body, idempotencyKey }) =>
      buy(actor, { serviceId: body.serviceId, idempotencyKey }),
    listPayments: ({ actor, query }) => listPayments(deps)(actor, query),
    getPayment: ({ actor, params }) => read(actor, params.id),
    updatePayment: ({ actor, params, body }) => updatePayment(deps)(actor, params.id, body),
    cancelPayment: async () => err('unavailable'),
    refundPayment: async () => err('unavailable'),
    getSalesOverview: async () => err('unavailable'),
  };
}
