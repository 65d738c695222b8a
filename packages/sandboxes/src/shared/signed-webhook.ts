import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Creates the header value `t=<unix seconds>,v1=<hex HMAC-SHA256 over "t.body">` for a body that is sent at the time
 * `signedAt`.
 */
export function signWebhookBody(secret: string, rawBody: Buffer, signedAt: Date): string {
  const seconds = String(Math.floor(signedAt.getTime() / 1000));
  return `t=${seconds},v1=${signatureDigest(secret, seconds, rawBody).toString('hex')}`;
}

/** A received webhook with the time and tolerance of its verification. */
interface SignedWebhookBody {
  /** Value of the signature header. */
  readonly header: unknown;
  readonly rawBody: Buffer;
  readonly now: Date;
  /** Maximum difference between the signature's time and `now`, in both directions. */
  readonly maxAgeMs: number;
}

/** Whether `header` is a valid and recent signature of `rawBody`. */
export function verifyWebhookBody(
  secret: string,
  { header, rawBody, now, maxAgeMs }: SignedWebhookBody,
): boolean {
  // Only the exact format of `signWebhookBody` is accepted, so that no byte of the header stays unchecked.
  const headerParts =
    typeof header === 'string' ? /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) : null;
  const [, seconds, signature] = headerParts ?? [];
  if (seconds === undefined || signature === undefined) return false;
  const isGenuine = timingSafeEqual(
    Buffer.from(signature, 'hex'),
    signatureDigest(secret, seconds, rawBody),
  );
  return isGenuine && Math.abs(now.getTime() - Number(seconds) * 1000) <= maxAgeMs;
}

function signatureDigest(secret: string, unixSeconds: string, rawBody: Buffer): Buffer {
  return createHmac('sha256', secret).update(`${unixSeconds}.`).update(rawBody).digest();
}
