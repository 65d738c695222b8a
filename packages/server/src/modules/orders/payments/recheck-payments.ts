import { claimOrdersToRecheck } from './recheck-store.ts';
import { type PaymentSyncDeps, syncPayment } from './reconcile.ts';

/**
 * Looks up each order at the provider once a day, so that a chargeback, a failed refund or a late payment is noticed
 * even when its webhook was lost. A failed lookup is repeated the next day.
 */
export const recheckPayments = (deps: PaymentSyncDeps) => async (): Promise<void> => {
  // `claimOrdersToRecheck` schedules the next lookup of each order before the provider is called.
  for (const order of await claimOrdersToRecheck(deps.database.db)) {
    if (order.providerCheckoutId === null) continue;
    await syncPayment(deps, order, 'asking about a payment failed');
  }
};
