import type { Database, Db } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { PaymentFacts, PaymentProvider } from '../../ports/payment-provider.ts';
import type { PaymentRow } from './payments-table.ts';
import { isPaidAt } from './policy.ts';
import { type SettleDeps, type Settlement, settlePayment } from './settle-payment.ts';

export interface CloseCheckoutDeps extends SettleDeps {
  readonly database: Database;
  readonly paymentProvider: PaymentProvider;
}

/**
 * Has the provider close an order's checkout, so that it cannot be paid any more, and answers the
 * facts after that; null when the provider never heard of the order. `payment_unavailable` when it
 * cannot be asked. Nobody can be asked about an order of another provider: it ends all the same, and
 * people are told, for it may still be paid there.
 */
export async function closeAtProvider(
  { paymentProvider, log }: CloseCheckoutDeps,
  order: Pick<PaymentRow, 'id' | 'provider' | 'providerCheckoutId'>,
): Promise<Result<PaymentFacts | null, 'payment_unavailable'>> {
  const { id: orderId, provider, providerCheckoutId } = order;
  if (!isPaidAt(paymentProvider, order)) {
    const message = 'an order of another provider ends without its checkout being closed';
    log.error({ payment: orderId, provider }, message);
    return ok(null);
  }
  const facts = await paymentProvider.expire({ orderId, providerCheckoutId });
  if (facts.ok) return ok(facts.value.orderId === orderId ? facts.value : null);
  return facts.code === 'not_found' ? ok(null) : err('payment_unavailable');
}

/** Settles what closing a checkout brought to light, if anything. */
export async function settleClosed(
  deps: CloseCheckoutDeps,
  tx: Db,
  facts: PaymentFacts | null,
): Promise<Settlement> {
  // That it is closed now is our own doing: what follows from it is the caller's to say.
  if (facts === null || facts.status === 'expired') return 'unpaid';
  return settlePayment(deps, tx, deps.paymentProvider.name, facts);
}
