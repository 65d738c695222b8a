import type { Database, Db } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { PaymentProvider, PaymentRecord } from '../../../ports/payment-provider.ts';
import type { OrderRow } from '../orders-table.ts';
import {
  type PaymentSettlement,
  type SettleDeps,
  settlePayment,
} from '../payments/settle-payment.ts';
import { isPaidThrough } from '../policy.ts';

export interface CloseCheckoutDeps extends SettleDeps {
  readonly database: Database;
  readonly paymentProvider: PaymentProvider;
}

/**
 * Closes an order's checkout at the provider, so that it cannot be paid any more, and returns the provider's payment
 * record; null when the provider does not know the order. `payment_unavailable` when the provider does not answer. The
 * checkout of an order at another, formerly configured provider cannot be closed. The result is then null as well, and
 * an error is logged, because the buyer may still pay there.
 */
export async function closeCheckoutAtProvider(
  { paymentProvider, log }: CloseCheckoutDeps,
  order: Pick<OrderRow, 'id' | 'provider' | 'providerCheckoutId'>,
): Promise<Result<PaymentRecord | null, 'payment_unavailable'>> {
  const { id: orderId, provider, providerCheckoutId } = order;
  if (!isPaidThrough(paymentProvider, order)) {
    const message = 'an order of another provider ends without its checkout being closed';
    log.error({ payment: orderId, provider }, message);
    return ok(null);
  }
  const expireResult = await paymentProvider.expire({ orderId, providerCheckoutId });
  if (expireResult.ok)
    return ok(expireResult.value.orderId === orderId ? expireResult.value : null);
  return expireResult.code === 'not_found' ? ok(null) : err('payment_unavailable');
}

/** Settles the payment record that the provider returned when the checkout was closed, if there is one. */
export async function settleAfterClosing(
  deps: CloseCheckoutDeps,
  tx: Db,
  record: PaymentRecord | null,
): Promise<PaymentSettlement> {
  // `expired` only confirms that this server closed the checkout; the caller decides what happens to the order.
  if (record === null || record.status === 'expired') return 'unpaid';
  return settlePayment(deps, tx, deps.paymentProvider.name, record);
}
