import type { Clock } from '@guilda/server/ports/clock';
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
const TIMEOUT_MS = 5_000;

/** Sends the webhook for a check's newest event, once; a receiver that misses it polls the API. Never rejects. */
export async function sendWebhook(deps: SendWebhookDeps, check: SandboxCheckRow): Promise<void> {
  const body: AgeEventBody = { id: check.event_id ?? '', checkId: check.id };
  const rawBody = Buffer.from(JSON.stringify(body));
  try {
    const response = await fetch(deps.webhookUrl(), {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'content-type': 'application/json',
        [ageSignatureHeader]: signWebhookBody(deps.webhookSecret, rawBody, deps.clock.now()),
      },
      body: rawBody,
    });
    await response.body?.cancel();
  } catch {
    // The error is ignored, because a receiver that misses a webhook polls the API.
  }
}
