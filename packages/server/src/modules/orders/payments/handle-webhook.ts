import type { Database } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { PaymentProvider, WebhookEvent } from '../../../ports/payment-provider.ts';
import type { WebhookRequest } from '../../../ports/webhook.ts';
import { isWebhookEventRecorded, recordWebhookEvent } from '../order-store.ts';
import { type PaymentSettlement, type SettleDeps, settlePayment } from './settle-payment.ts';

export interface PaymentWebhookDeps extends SettleDeps {
  readonly database: Database;
  readonly paymentProvider: PaymentProvider;
}

export type WebhookOutcome = PaymentSettlement | 'duplicate' | 'ignored';

type PaymentWebhookRefusal =
  | 'not_found'
  | 'webhook_unauthorized'
  | 'malformed_request'
  | 'payment_unavailable';

/**
 * Reads the provider's record of the event's payment and applies it to the order; the same transaction records the
 * webhook event, so that it is applied only once.
 */
async function lookUpAndSettleEvent(
  deps: PaymentWebhookDeps,
  event: WebhookEvent,
): Promise<Result<WebhookOutcome, 'payment_unavailable'>> {
  const { database, paymentProvider } = deps;
  const { name } = paymentProvider;
  if (event.ref === null) return ok('ignored');
  if (await isWebhookEventRecorded(database.db, name, event.eventId)) return ok('duplicate');
  const lookupResult = await paymentProvider.lookup(event.ref);
  if (!lookupResult.ok)
    return lookupResult.code === 'not_found' ? ok('ignored') : err('payment_unavailable');
  const outcome = await database.transaction(async (tx): Promise<WebhookOutcome> => {
    const isFirstDelivery = await recordWebhookEvent(tx, name, event.eventId);
    if (isFirstDelivery) return settlePayment(deps, tx, name, lookupResult.value);
    // Another delivery has recorded the event meanwhile; this read waits for a standby, as its commit did.
    await isWebhookEventRecorded(tx, name, event.eventId);
    return 'duplicate';
  });
  return ok(outcome);
}

/**
 * Handles a provider's webhook (`docs/product/orders.md`). The event only says that a payment changed: the provider's
 * record is looked up and applied. `payment_unavailable` when the lookup fails: the event is then not recorded, and the
 * provider delivers it again.
 */
export const handlePaymentWebhook =
  (deps: PaymentWebhookDeps) =>
  async (
    provider: string,
    request: WebhookRequest,
  ): Promise<Result<WebhookOutcome, PaymentWebhookRefusal>> => {
    if (provider !== deps.paymentProvider.name) return err('not_found');
    const event = await deps.paymentProvider.parseWebhook(request);
    return event.ok ? lookUpAndSettleEvent(deps, event.value) : event;
  };
