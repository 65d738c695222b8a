import { claimOrdersToRecheck } from './recheck-store.ts';
import { type PaymentSyncDeps, syncPayment } from './reconcile.ts';

/** Orders looked up per run (each minute); the rest waits, so that the provider is not flooded. */
const BATCH_SIZE = 5;

/**
 * Looks each order up at the provider once a day, so that a chargeback, failed refund or late payment is
 * noticed even when its webhook got lost. A failed lookup is repeated the next day.
 */
export const recheckPayments = (deps: PaymentSyncDeps) => async (): Promise<void> => {
  // Their next lookup is scheduled before the provider is called.
  for (const order of await claimOrdersToRecheck(deps.database.db, BATCH_SIZE)) {
    if (order.providerCheckoutId === null) continue;
    await syncPayment(deps, order, 'asking about a payment failed');
  }
};
