import { err, ok, type Result } from '../../platform/result.ts';
import type { AgeCheckProvider } from '../../ports/age-check.ts';
import type { WebhookRequest } from '../../ports/webhook.ts';
import { type AgeCheckSettlement, type SettleCheckDeps, settleCheck } from './settle-check.ts';

export interface AgeWebhookDeps extends SettleCheckDeps {
  readonly ageCheckProvider: AgeCheckProvider | null;
}

type AgeWebhookFailure =
  | 'not_found'
  | 'webhook_unauthorized'
  | 'malformed_request'
  | 'age_check_unavailable';

/**
 * Handles a webhook of the age check provider. The event only says that a check has changed: the provider's record is
 * read and applied, so that repeated, late and reordered events are harmless. `age_check_unavailable` when the record
 * cannot be read; the provider then sends the event again.
 */
export const handleAgeWebhook =
  (deps: AgeWebhookDeps) =>
  async (
    provider: string,
    request: WebhookRequest,
  ): Promise<Result<AgeCheckSettlement, AgeWebhookFailure>> => {
    const { ageCheckProvider } = deps;
    if (provider !== ageCheckProvider?.name) return err('not_found');
    const event = await ageCheckProvider.parseWebhook(request);
    if (!event.ok) return event;
    const lookupResult = await ageCheckProvider.lookup(event.value.checkId);
    if (!lookupResult.ok) return lookupResult.code === 'not_found' ? ok('unknown') : lookupResult;
    return ok(await settleCheck(deps, provider, lookupResult.value));
  };
