import { WEBHOOK_MAX_AGE_MS } from '@guilda/server/ports/webhook';
import { signWebhookBody, verifyWebhookBody } from '../shared/signed-webhook.ts';

/** Carries the signature of `signWebhookBody`. */
export const paymentsSignatureHeader = 'x-sandbox-signature';

/** The header value for a body sent at `at`. */
export const signWebhook = signWebhookBody;

/** Whether `header` is an authentic signature of `rawBody`, not too old and not from the future. */
export function verifyWebhook(secret: string, header: unknown, rawBody: Buffer, now: Date) {
  return verifyWebhookBody(secret, { header, rawBody, now, maxAgeMs: WEBHOOK_MAX_AGE_MS });
}
