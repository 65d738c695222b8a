import { createHmac } from 'node:crypto';
import type { WebhookRequest } from '../../../src/ports/webhook.ts';

export const peerWebhookSecret = 'whsec_of_the_tests';

/**
 * A `v1` signature by the documented scheme: HMAC-SHA256 in hex with the endpoint's secret over the unix
 * seconds, a dot and the body.
 */
export const signatureV1Of = (secret: string, seconds: number, rawBody: Buffer): string =>
  createHmac('sha256', secret).update(`${seconds}.`).update(rawBody).digest('hex');

/** A delivery of an event, signed with each secret. */
export function deliveryOf(
  rawBody: Buffer,
  signedAt: Date,
  secrets: readonly string[] = [peerWebhookSecret],
): WebhookRequest {
  const seconds = Math.floor(signedAt.getTime() / 1000);
  const signatures = secrets.map((secret) => `v1=${signatureV1Of(secret, seconds, rawBody)}`);
  const header = [`t=${seconds}`, ...signatures].join(',');
  return { headers: { 'stripe-signature': header }, rawBody, query: {} };
}
