import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../../platform/database/pool.ts';
import type { RateLimiter } from '../../../platform/limits/rate-limiter.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { PaymentProvider } from '../../../ports/payment-provider.ts';
import type { OrderRow } from '../orders-table.ts';
import { isPaidThrough } from '../policy.ts';
import { type SettleDeps, settlePayment } from './settle-payment.ts';

export interface PaymentSyncDeps extends SettleDeps {
  readonly database: Database;
  readonly paymentProvider: PaymentProvider;
}

export interface ReconcileDeps extends PaymentSyncDeps {
  readonly clock: Clock;
  readonly limiter: Pick<RateLimiter, 'take'>;
}

/** Minimum time between two lookups of one order, in ms. */
const MIN_RECONCILE_INTERVAL_MS = 5_000;
/** Maximum time that a request waits for the provider, in ms. */
const MAX_RECONCILE_WAIT_MS = 2_000;

type LookedUpOrder = Pick<OrderRow, 'id' | 'provider' | 'providerCheckoutId'>;
type ReconciledOrder = LookedUpOrder & Pick<OrderRow, 'buyerId'>;

export type ReconcileOrder = (order: ReconciledOrder) => Promise<void>;

async function lookUpAndSettle(deps: PaymentSyncDeps, order: LookedUpOrder): Promise<boolean> {
  const { database, paymentProvider } = deps;
  const { id: orderId, providerCheckoutId } = order;
  if (!isPaidThrough(paymentProvider, order)) return true;
  const lookupResult = await paymentProvider.lookup({ orderId, providerCheckoutId });
  if (!lookupResult.ok) return lookupResult.code !== 'payment_unavailable';
  if (lookupResult.value.orderId !== orderId) return true;
  await database.transaction((tx) =>
    settlePayment(deps, tx, paymentProvider.name, lookupResult.value),
  );
  return true;
}

/**
 * Looks an order up at the provider and applies the record; does nothing when the provider does not answer. Never
 * rejects: a failure is logged with the message `failureMessage`, so that the caller can continue with other orders.
 * False when the provider did not answer.
 */
export async function syncPayment(
  deps: PaymentSyncDeps,
  order: LookedUpOrder,
  failureMessage: string,
): Promise<boolean> {
  try {
    return await lookUpAndSettle(deps, order);
  } catch (error) {
    deps.log.warn({ err: error, payment: order.id }, failureMessage);
    return true;
  }
}

const FAILURE_MESSAGE = 'reconciling a payment failed';

/** Whether the buyer may trigger a lookup now; a failure of the limiter is logged and counts as no. */
async function takeLookup({ limiter, log }: ReconcileDeps, order: ReconciledOrder) {
  try {
    return (await limiter.take('paymentLookups', order.buyerId)).ok;
  } catch (error) {
    log.warn({ err: error, payment: order.id }, FAILURE_MESSAGE);
    return false;
  }
}

/**
 * Returns a function that looks up an order at the provider while its buyer waits for the payment, in case the webhook
 * got lost. For each order there is at most one lookup at a time and one in five seconds; for each buyer, those of the
 * limit `paymentLookups`. The function never rejects and takes at most two seconds; a slower lookup continues in the
 * background.
 */
export function createReconciler(deps: ReconcileDeps): ReconcileOrder {
  /** For each order id, the earliest time of the next lookup in ms since 1970; infinite while a lookup is running. */
  const notBefore = new Map<string, number>();
  const now = () => deps.clock.now().getTime();
  const attemptLookup = async (order: ReconciledOrder) => {
    notBefore.set(order.id, Number.POSITIVE_INFINITY);
    if (await takeLookup(deps, order)) await syncPayment(deps, order, FAILURE_MESSAGE);
    notBefore.set(order.id, now() + MIN_RECONCILE_INTERVAL_MS);
  };
  return async (order) => {
    for (const [id, notBeforeTime] of notBefore) if (notBeforeTime <= now()) notBefore.delete(id);
    if (notBefore.has(order.id)) return;
    await Promise.race([
      attemptLookup(order),
      delay(MAX_RECONCILE_WAIT_MS, undefined, { ref: false }),
    ]);
  };
}
