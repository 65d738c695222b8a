import { claimOrdersToRecheck } from './recheck-store.ts';
import { type PaymentSyncDeps, syncPayment } from './reconcile.ts';

/**
 * Maximum number of orders looked up by one run. Runs start every minute and later runs handle further orders, so that
 * the provider does not get too many requests.
 */
const BATCH_SIZE = 5;

/**
 * Looks up each order at the provider once a day, so that a chargeback, a failed refund or a late payment is noticed
 * even when its webhook was lost. A failed lookup is repeated the next day.
 */
export const recheckPayments = (deps: PaymentSyncDeps) => async (): Promise<void> => {
  // `claimOrdersToRecheck` schedules the next lookup of each order before the provider is called.
  for (const order of await claimOrdersToRecheck(deps.database.db, BATCH_SIZE)) {
    if (order.providerCheckoutId === null) continue;
    await syncPayment(deps, order, 'asking about a payment failed');
  }
};
