import { constants, type KeyObject, verify } from 'node:crypto';
import { err, ok, type Result } from '../../platform/result.ts';
import type { AgeWebhookEvent } from '../../ports/age-check.ts';
import { WEBHOOK_MAX_AGE_MS } from '../../ports/webhook.ts';
import { notificationSchema } from './schemas.ts';

type JsonObject = Readonly<Record<string, unknown>>;

function parseObject(rawBody: Buffer): JsonObject | null {
  try {
    const body: unknown = JSON.parse(rawBody.toString('utf8'));
    return typeof body === 'object' && body !== null && !Array.isArray(body)
      ? (body as JsonObject)
      : null;
  } catch {
    return null;
  }
}

/** The fields covered by the signature: all except the signature itself and the delivery number. */
function signedFieldsOf(body: JsonObject): JsonObject {
  const { sequence_number: _delivery, signature: _signature, ...signed } = body;
  return signed;
}

/** The signed text: the signed fields as JSON in their original order, without white space. */
export const signedTextOf = (body: JsonObject): string =>
  JSON.stringify(signedFieldsOf(body)).replace(/\s/g, '');

/** Whether the signature (RSA-PSS with SHA-256, in canonical base64) was made by Yoti. */
function isSignedBy(key: KeyObject, body: JsonObject): boolean {
  const { signature } = body;
  if (typeof signature !== 'string') return false;
  const signatureBytes = Buffer.from(signature, 'base64');
  if (signatureBytes.toString('base64') !== signature) return false;
  let text: Buffer;
  try {
    text = Buffer.from(signedTextOf(body));
  } catch {
    // JSON that is nested very deeply overflows the stack.
    return false;
  }
  return verify('sha256', text, { key, padding: constants.RSA_PKCS1_PSS_PADDING }, signatureBytes);
}

/** Whether the signed time, in seconds since 1970, is recent. */
function isRecent({ timestamp }: JsonObject, now: Date): boolean {
  if (typeof timestamp !== 'number') return false;
  return Math.abs(now.getTime() - timestamp * 1000) <= WEBHOOK_MAX_AGE_MS;
}

/** Verifies and parses a notification of Yoti about an attempt of a session. Only signed fields are used. */
export function parseNotification(
  key: KeyObject,
  now: Date,
  rawBody: Buffer,
): Result<AgeWebhookEvent, 'webhook_unauthorized' | 'malformed_request'> {
  const body = parseObject(rawBody);
  if (!body || !isSignedBy(key, body) || !isRecent(body, now)) return err('webhook_unauthorized');
  const event = notificationSchema.safeParse(signedFieldsOf(body));
  if (!event.success) return err('malformed_request');
  return ok({ eventId: event.data.id, checkId: event.data.session_key });
}
