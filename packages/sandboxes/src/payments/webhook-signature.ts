import { WEBHOOK_MAX_AGE_MS } from '@guilda/server/ports/webhook';
import { signWebhookBody, verifyWebhookBody } from '../shared/signed-webhook.ts';

/** Header with the signature of `signWebhookBody`. */
export const paymentsSignatureHeader = 'x-sandbox-signature';

/** Creates the signature header for a body that is sent at the time `at`. */
export const signWebhook = signWebhookBody;

/** Whether `header` is a valid signature of `rawBody` whose time is neither too old nor in the future. */
export function verifyWebhook(secret: string, header: unknown, rawBody: Buffer, now: Date) {
  return verifyWebhookBody(secret, { header, rawBody, now, maxAgeMs: WEBHOOK_MAX_AGE_MS });
}
