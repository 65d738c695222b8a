import { signBody } from '../../../platform/signed-webhook.ts';
import type { Clock } from '../../../ports/clock.ts';
import { type EventBody, signatureHeader } from '../sandbox-api.ts';
import type { CheckRow } from './check-store.ts';

export interface TellDeps {
  readonly clock: Clock;
  readonly webhookSecret: string;
  /** The full address that is notified. */
  readonly webhookUrl: () => string;
}

/** How long the answer to a notification is waited for, in ms. */
const TIMEOUT_MS = 5_000;

/**
 * Notifies of a check's newest event, once: whoever misses it asks by itself. Never rejects.
 */
export async function tell(deps: TellDeps, check: CheckRow): Promise<void> {
  const body: EventBody = { id: check.event_id ?? '', checkId: check.id };
  const rawBody = Buffer.from(JSON.stringify(body));
  try {
    const response = await fetch(deps.webhookUrl(), {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'content-type': 'application/json',
        [signatureHeader]: signBody(deps.webhookSecret, rawBody, deps.clock.now()),
      },
      body: rawBody,
    });
    await response.body?.cancel();
  } catch {
    // The one notified asks by itself.
  }
}
