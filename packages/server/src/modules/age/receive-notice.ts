import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { AgeCheckProvider } from '../../ports/age-check.ts';
import type { WebhookRequest } from '../../ports/webhook.ts';
import { type Settlement, settleCheck } from './settle-check.ts';

export interface ReceiveNoticeDeps {
  readonly database: Database;
  readonly ageCheckProvider: AgeCheckProvider | null;
}

type Failure = 'not_found' | 'webhook_unauthorized' | 'malformed_request' | 'age_check_unavailable';

/**
 * A provider's notification. It only says that something changed: what is applied is the provider's
 * own record, looked up; so a notice that is repeated, late or out of order changes nothing.
 * `age_check_unavailable` when the record cannot be read: the provider delivers it again.
 */
export const receiveNotice =
  ({ database, ageCheckProvider }: ReceiveNoticeDeps) =>
  async (provider: string, request: WebhookRequest): Promise<Result<Settlement, Failure>> => {
    if (provider !== ageCheckProvider?.name) return err('not_found');
    const notice = await ageCheckProvider.parseWebhook(request);
    if (!notice.ok) return notice;
    const facts = await ageCheckProvider.lookup(notice.value.checkId);
    if (!facts.ok) return facts.code === 'not_found' ? ok('unknown') : facts;
    return ok(await settleCheck(database, provider, facts.value));
  };
