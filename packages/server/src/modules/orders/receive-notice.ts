import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { PaymentProvider, WebhookNotice } from '../../ports/payment-provider.ts';
import type { WebhookRequest } from '../../ports/webhook.ts';
import { isKnownEvent, rememberEvent } from './payment-store.ts';
import { type SettleDeps, type Settlement, settlePayment } from './settle-payment.ts';

export interface ReceiveNoticeDeps extends SettleDeps {
  readonly database: Database;
  readonly paymentProvider: PaymentProvider;
}

export type Reception = Settlement | 'duplicate' | 'ignored';

type Failure = 'not_found' | 'webhook_unauthorized' | 'malformed_request' | 'payment_unavailable';

/** Looks up what an authentic notice is about and applies it once, the event with its effect. */
async function apply(
  deps: ReceiveNoticeDeps,
  notice: WebhookNotice,
): Promise<Result<Reception, 'payment_unavailable'>> {
  const { database, paymentProvider } = deps;
  const { name } = paymentProvider;
  if (notice.ref === null) return ok('ignored');
  if (await isKnownEvent(database.db, name, notice.eventId)) return ok('duplicate');
  const facts = await paymentProvider.lookup(notice.ref);
  if (!facts.ok) return facts.code === 'not_found' ? ok('ignored') : err('payment_unavailable');
  const reception = await database.transaction(async (tx): Promise<Reception> => {
    const first = await rememberEvent(tx, name, notice.eventId);
    return first ? settlePayment(deps, tx, name, facts.value) : 'duplicate';
  });
  return ok(reception);
}

/**
 * A provider's notification (`product §5`). It only says that something changed: what is applied is
 * the provider's own record, looked up. `payment_unavailable` when that cannot be read; the event
 * is then not remembered and the provider delivers it again.
 */
export const receiveNotice =
  (deps: ReceiveNoticeDeps) =>
  async (provider: string, request: WebhookRequest): Promise<Result<Reception, Failure>> => {
    if (provider !== deps.paymentProvider.name) return err('not_found');
    const notice = await deps.paymentProvider.parseWebhook(request);
    return notice.ok ? apply(deps, notice.value) : notice;
  };
