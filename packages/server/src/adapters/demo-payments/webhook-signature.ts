import { createHmac, timingSafeEqual } from 'node:crypto';
import { WEBHOOK_MAX_AGE_MS } from '../../ports/payment-provider.ts';

/** Carries `t=<unix seconds>,v1=<hex HMAC-SHA256 over "t.body">`. */
export const signatureHeader = 'x-sandbox-signature';

/** The header value for a body sent at `at`. */
export function signWebhook(secret: string, rawBody: Buffer, at: Date): string {
  const seconds = String(Math.floor(at.getTime() / 1000));
  return `t=${seconds},v1=${digest(secret, seconds, rawBody).toString('hex')}`;
}

/** Whether `header` is an authentic signature of `rawBody`, not too old and not from the future. */
export function verifyWebhook(secret: string, header: unknown, rawBody: Buffer, now: Date) {
  // One spelling only: a second way to write a valid signature would be a byte nobody checks.
  const parts = typeof header === 'string' ? /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) : null;
  const [, seconds, signature] = parts ?? [];
  if (seconds === undefined || signature === undefined) return false;
  const genuine = timingSafeEqual(Buffer.from(signature, 'hex'), digest(secret, seconds, rawBody));
  const age = Math.abs(now.getTime() - Number(seconds) * 1000);
  return genuine && age <= WEBHOOK_MAX_AGE_MS;
}

function digest(secret: string, seconds: string, rawBody: Buffer): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.`).update(rawBody).digest();
}
