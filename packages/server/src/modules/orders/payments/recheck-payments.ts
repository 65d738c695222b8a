import type { OrderRow } from '../orders-table.ts';
import { claimOrdersToRecheck, countOrdersOfRun } from './recheck-store.ts';
import { type PaymentSyncDeps, syncPayment } from './reconcile.ts';

/** Number of orders that are claimed at a time; their lookups end within a minute, also when each has to time out. */
const CLAIM_SIZE = 5;

/** Looks up claimed orders one after the other; false when the provider left one of them without an answer. */
async function lookUpAll(deps: PaymentSyncDeps, claimedOrders: readonly OrderRow[]) {
  let isAnswering = true;
  for (const order of claimedOrders) {
    if (order.providerCheckoutId === null) continue;
    const hasAnswered = await syncPayment(deps, order, 'looking up a payment failed');
    isAnswering &&= hasAnswered;
  }
  return isAnswering;
}

/**
 * Looks up each order at the provider once a day, so that a chargeback, a failed refund or a late payment is noticed
 * even when its webhook was lost. A failed lookup is repeated the next day. Stops early while the provider does not
 * answer, so that runs do not overlap.
 */
export const recheckPayments = (deps: PaymentSyncDeps) => async (): Promise<void> => {
  let remaining = await countOrdersOfRun(deps.database.db);
  for (let isAnswering = true; isAnswering && remaining > 0; remaining -= CLAIM_SIZE) {
    // The claim schedules the next lookup of each order before the provider is called.
    const size = Math.min(CLAIM_SIZE, remaining);
    isAnswering = await lookUpAll(deps, await claimOrdersToRecheck(deps.database.db, size));
  }
};
