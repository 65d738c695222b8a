import { WEBHOOK_MAX_AGE_MS } from '@guilda/server/ports/webhook';
import { signWebhookBody, verifyWebhookBody } from '../shared/signed-webhook.ts';

/** Name of the header with the signature that `signWebhook` creates. */
export const paymentsSignatureHeader = 'x-sandbox-signature';

/** Creates the value of the signature header for a body; the signature includes the time of sending. */
export const signWebhook = signWebhookBody;

/** Whether `header` is a valid signature of `rawBody` whose time differs from `now` by `WEBHOOK_MAX_AGE_MS` at most. */
export function verifyWebhook(secret: string, header: unknown, rawBody: Buffer, now: Date) {
  return verifyWebhookBody(secret, { header, rawBody, now, maxAgeMs: WEBHOOK_MAX_AGE_MS });
}
