import { err, ok, type Result } from '../../../platform/result.ts';
import type { WebhookRequest } from '../../../ports/webhook.ts';
import { applyPayoutRecord, type PayoutOutcome } from './apply-payout-record.ts';
import type { SendPayoutDeps } from './send-or-look-up-payout.ts';

type PayoutWebhookRefusal =
  | 'not_found'
  | 'webhook_unauthorized'
  | 'malformed_request'
  | 'payment_unavailable';

/**
 * Handles a payout provider's webhook. The webhook only says that a payout changed: the provider's record is looked up
 * and applied, so that repeated and reordered webhooks change nothing. `payment_unavailable` when the lookup fails: the
 * provider then delivers the webhook again.
 */
export const handlePayoutWebhook =
  (deps: SendPayoutDeps) =>
  async (
    name: string,
    request: WebhookRequest,
  ): Promise<Result<PayoutOutcome, PayoutWebhookRefusal>> => {
    const { payoutProvider } = deps;
    if (payoutProvider?.name !== name) return err('not_found');
    const event = await payoutProvider.parseWebhook(request);
    if (!event.ok) return event;
    if (event.value.ref === null) return ok('ignored');
    const lookupResult = await payoutProvider.lookup(event.value.ref);
    if (lookupResult.ok) return ok(await applyPayoutRecord(deps, name, lookupResult.value));
    return lookupResult.code === 'not_found' ? ok('ignored') : err('payment_unavailable');
  };
