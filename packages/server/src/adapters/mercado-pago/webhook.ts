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
  const manifestParts = [
    ...(id === undefined ? [] : [`id:${id};`]),
    ...(requestId === undefined ? [] : [`request-id:${requestId};`]),
    `ts:${ts};`,
  ];
  return manifestParts.join('');
}

/** Signature of the manifest: its HMAC in hexadecimal. */
export const signManifest = (secret: string, manifest: string): string =>
  createHmac('sha256', secret).update(manifest).digest('hex');

/**
 * Earliest and latest time in ms that `timestampText` can mean. Mercado Pago sends milliseconds or seconds; a timestamp
 * in seconds can mean any time within its second.
 */
function timeRangeOf(timestampText: string): { from: number; to: number } {
  const timestamp = Number(timestampText);
  return timestampText.length > 10
    ? { from: timestamp, to: timestamp }
    : { from: timestamp * 1000, to: timestamp * 1000 + 999 };
}

interface WebhookSignature {
  readonly ts: string;
  readonly v1: Buffer;
}

/** Parses the signature header; null unless the header has exactly the format `ts=…,v1=…`. */
function readSignature(header: unknown): WebhookSignature | null {
  if (typeof header !== 'string') return null;
  const match = /^ts=(\d{10}|\d{13}),v1=([0-9a-f]{64})$/.exec(header);
  const [, ts, v1] = match ?? [];
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
  const isSignatureOf = (parts: SignedParts) =>
    timingSafeEqual(v1, Buffer.from(signManifest(secret, buildManifest(parts)), 'hex'));
  const partsAsSent = { id, requestId, ts };
  if (isSignatureOf(partsAsSent)) return partsAsSent;
  // According to a part of the documentation, ids are signed in lower case.
  const partsInLowerCase = { ...partsAsSent, id: id?.toLowerCase() };
  return isSignatureOf(partsInLowerCase) ? partsInLowerCase : null;
}

/** Types of events about chargebacks, by the newer and the older name. */
const chargebackTypes: readonly unknown[] = ['topic_chargebacks_wh', 'chargebacks'];

/** What an event is about; null for events that do not concern a payment. */
function eventRefOf(resourceId: string | undefined, eventKind: unknown): WebhookEvent['ref'] {
  // Ids of chargebacks have the format of payment ids.
  if (resourceId === undefined || !isPaymentId(resourceId)) return null;
  if (chargebackTypes.includes(eventKind)) return { providerChargebackId: resourceId };
  return eventKind === undefined || eventKind === 'payment'
    ? { providerPaymentId: resourceId }
    : null;
}

/** A notification whose signature is valid and recent. */
interface MercadoPagoNotification {
  /** Id of the resource that changed, as it was sent; undefined when the notification has no signed id. */
  readonly id: string | undefined;
  /**
   * Kind of the resource. It is not signed, so it only decides where the id is looked up, or that the notification is
   * ignored.
   */
  readonly kind: unknown;
  readonly occurredAt: Date;
  /** The text that was signed. */
  readonly manifest: string;
}

/**
 * Verifies a notification. The signature covers neither body nor kind, so only the resource's id is used, and everything
 * else is read by a lookup.
 */
export function verifyNotification(
  secret: string,
  now: Date,
  request: WebhookRequest,
): Result<MercadoPagoNotification, 'webhook_unauthorized' | 'malformed_request'> {
  const signedParts = verifyManifest(secret, request);
  if (!signedParts) return err('webhook_unauthorized');
  const { from, to } = timeRangeOf(signedParts.ts);
  const nowMs = now.getTime();
  if (nowMs - to > WEBHOOK_MAX_AGE_MS || from - nowMs > WEBHOOK_MAX_AGE_MS) {
    return err('webhook_unauthorized');
  }
  // The id is taken as it was sent, because the API knows it in this spelling; the signed id can be in lower case.
  const id = readManifestPart(request.query['data.id']) ?? undefined;
  const { type, topic } = request.query;
  // Notifications of the older IPN format have no signed id.
  const isOldFormat = id === undefined && topic !== undefined;
  if (!isOldFormat && !/^[\w-]+$/.test(id ?? '')) return err('malformed_request');
  const manifest = buildManifest(signedParts);
  return ok({ id, kind: type ?? topic, occurredAt: new Date(from), manifest });
}

/**
 * Verifies and parses a webhook event about a payment or chargeback. The unsigned kind only decides where the id is looked
 * up, or that the event is ignored. No signed field identifies the event, so a digest of delivery id, time and resource id
 * serves as its id.
 */
export function parseWebhookEvent(
  secret: string,
  now: Date,
  request: WebhookRequest,
): Result<WebhookEvent, 'webhook_unauthorized' | 'malformed_request'> {
  const notification = verifyNotification(secret, now, request);
  if (!notification.ok) return notification;
  const { id, kind, occurredAt, manifest } = notification.value;
  return ok({
    eventId: createHash('sha256').update(manifest).digest('hex'),
    ref: eventRefOf(id, kind),
    occurredAt,
  });
}
