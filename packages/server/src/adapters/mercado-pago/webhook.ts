import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { err, ok, type Result } from '../../platform/result.ts';
import type { WebhookEvent } from '../../ports/payment-provider.ts';
import { WEBHOOK_MAX_AGE_MS, type WebhookRequest } from '../../ports/webhook.ts';
import { isPaymentId } from './schemas.ts';

export const mercadoPagoSignatureHeader = 'x-signature';
export const requestIdHeader = 'x-request-id';

/** The parts of a request that the signature covers; parts that the request lacks are left out of the signed text. */
export interface SignedParts {
  /** The query parameter `data.id`. */
  readonly id: string | undefined;
  readonly requestId: string | undefined;
  /** Time of the signature, as text of the header. */
  readonly ts: string;
}

/** Builds the text that the signature covers. */
export function buildManifest({ id, requestId, ts }: SignedParts): string {
  const parts = [
    ...(id === undefined ? [] : [`id:${id};`]),
    ...(requestId === undefined ? [] : [`request-id:${requestId};`]),
    `ts:${ts};`,
  ];
  return parts.join('');
}

/** Signature of the manifest: its HMAC in hexadecimal. */
export const signManifest = (secret: string, manifest: string): string =>
  createHmac('sha256', secret).update(manifest).digest('hex');

/**
 * Earliest and latest time that `ts` can mean, in ms. The documentation says milliseconds but shows seconds; both
 * occur.
 */
function timeRangeOf(ts: string): { from: number; to: number } {
  const at = Number(ts);
  return ts.length > 10 ? { from: at, to: at } : { from: at * 1000, to: at * 1000 + 999 };
}

interface Signature {
  readonly ts: string;
  readonly v1: Buffer;
}

/** Parses the signature header. Only one spelling is accepted, so that every byte of the header is checked. */
function readSignature(header: unknown): Signature | null {
  if (typeof header !== 'string') return null;
  const parts = /^ts=(\d{10}|\d{13}),v1=([0-9a-f]{64})$/.exec(header);
  const [, ts, v1] = parts ?? [];
  return ts && v1 ? { ts, v1: Buffer.from(v1, 'hex') } : null;
}

/**
 * Reads a part of the manifest: undefined when it is missing; null when it contains the separator or has an invalid
 * length.
 */
function readManifestPart(value: unknown): string | undefined | null {
  if (value === undefined) return undefined;
  return typeof value === 'string' && /^[^;]{1,200}$/.test(value) ? value : null;
}

/** The signed parts of a request whose signature is valid, else null. */
function verifyManifest(secret: string, { headers, query }: WebhookRequest): SignedParts | null {
  const signature = readSignature(headers[mercadoPagoSignatureHeader]);
  const id = readManifestPart(query['data.id']);
  const requestId = readManifestPart(headers[requestIdHeader]);
  if (!signature || id === null || requestId === null) return null;
  const { ts, v1 } = signature;
  const signs = (each: SignedParts) =>
    timingSafeEqual(v1, Buffer.from(signManifest(secret, buildManifest(each)), 'hex'));
  const asSent = { id, requestId, ts };
  if (signs(asSent)) return asSent;
  // According to a part of the documentation, ids are signed in lower case.
  const lower = { ...asSent, id: id?.toLowerCase() };
  return signs(lower) ? lower : null;
}

/** Types of events about chargebacks, by the newer and the older name. */
const chargebackTypes: readonly unknown[] = ['topic_chargebacks_wh', 'chargebacks'];

/** What an event is about; null for events that do not concern a payment. */
function eventRefOf(id: string | undefined, kind: unknown): WebhookEvent['ref'] {
  // Ids of chargebacks have the format of payment ids.
  if (id === undefined || !isPaymentId(id)) return null;
  if (chargebackTypes.includes(kind)) return { providerChargebackId: id };
  return kind === undefined || kind === 'payment' ? { providerPaymentId: id } : null;
}

/**
 * Verifies and parses a webhook event. The signature covers neither body nor type, so only the id of the payment or
 * chargeback is used, and everything else is read by a lookup. The unsigned type only decides where the id is looked up,
 * or that the event is ignored. No signed field identifies the event, so a digest of delivery id, time and resource id
 * serves as its id.
 */
export function parseWebhookEvent(
  secret: string,
  now: Date,
  request: WebhookRequest,
): Result<WebhookEvent, 'webhook_unauthorized' | 'malformed_request'> {
  const manifest = verifyManifest(secret, request);
  if (!manifest) return err('webhook_unauthorized');
  const { from, to } = timeRangeOf(manifest.ts);
  const at = now.getTime();
  if (at - to > WEBHOOK_MAX_AGE_MS || from - at > WEBHOOK_MAX_AGE_MS) {
    return err('webhook_unauthorized');
  }
  const { id } = manifest;
  const { type, topic } = request.query;
  const kind = type ?? topic;
  // Notifications of the older IPN format have no signed id.
  const old = id === undefined && topic !== undefined;
  if (!old && !/^[\w-]+$/.test(id ?? '')) return err('malformed_request');
  return ok({
    eventId: createHash('sha256').update(buildManifest(manifest)).digest('hex'),
    ref: eventRefOf(id, kind),
    occurredAt: new Date(from),
  });
}
