import { WEBHOOK_MAX_AGE_MS } from '@guilda/server/ports/webhook';
import { signBody, verifyBody } from '../shared/signed-webhook.ts';

/** Carries the signature of `signBody`. */
export const paymentsSignatureHeader = 'x-sandbox-signature';

/** The header value for a body sent at `at`. */
export const signWebhook = signBody;

/** Whether `header` is an authentic signature of `rawBody`, not too old and not from the future. */
export function verifyWebhook(secret: string, header: unknown, rawBody: Buffer, now: Date) {
  return verifyBody(secret, { header, rawBody, now, maxAgeMs: WEBHOOK_MAX_AGE_MS });
}
