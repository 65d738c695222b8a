import type { Clock } from '@guilda/server/ports/clock';
import { postWebhook } from '../../shared/post-webhook.ts';
import { signWebhookBody } from '../../shared/signed-webhook.ts';
import { type AgeEventBody, ageSignatureHeader } from '../sandbox-api.ts';
import type { SandboxCheckRow } from './check-store.ts';

export interface SendWebhookDeps {
  readonly clock: Clock;
  readonly webhookSecret: string;
  /** Full URL to which webhooks are sent. */
  readonly webhookUrl: () => string;
}

/** Timeout of a webhook request, in ms. */
const WEBHOOK_TIMEOUT_MS = 5_000;

/** Sends the webhook for a check's newest event, once; a receiver that misses it polls the API. Never rejects. */
export async function sendWebhook(deps: SendWebhookDeps, checkRow: SandboxCheckRow): Promise<void> {
  const event: AgeEventBody = { id: checkRow.event_id ?? '', checkId: checkRow.id };
  const body = Buffer.from(JSON.stringify(event));
  await postWebhook({
    url: deps.webhookUrl(),
    headers: { [ageSignatureHeader]: signWebhookBody(deps.webhookSecret, body, deps.clock.now()) },
    body,
    timeoutMs: WEBHOOK_TIMEOUT_MS,
  });
}
