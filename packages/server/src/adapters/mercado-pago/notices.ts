import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { err, ok, type Result } from '../../platform/result.ts';
import type { WebhookNotice } from '../../ports/payment-provider.ts';
import { WEBHOOK_MAX_AGE_MS, type WebhookRequest } from '../../ports/webhook.ts';
import { isPaymentId } from './resources.ts';

export const signatureHeader = 'x-signature';
export const requestIdHeader = 'x-request-id';

/** What their signature covers; a part that is not there is left out of it. */
export interface Manifest {
  /** `data.id` of the query. */
  readonly id: string | undefined;
  readonly requestId: string | undefined;
  /** As in the header. */
  readonly ts: string;
}

/** The text that is signed. */
export function manifestOf({ id, requestId, ts }: Manifest): string {
  const parts = [
    ...(id === undefined ? [] : [`id:${id};`]),
    ...(requestId === undefined ? [] : [`request-id:${requestId};`]),
    `ts:${ts};`,
  ];
  return parts.join('');
}

/** The signature of a text, in hexadecimal. */
export const signManifest = (secret: string, manifest: string): string =>
  createHmac('sha256', secret).update(manifest).digest('hex');

/**
 * The moments that `ts` may mean, in ms: their texts call it milliseconds and show seconds, and both
 * are seen.
 */
function momentsOf(ts: string): { from: number; to: number } {
  const at = Number(ts);
  return ts.length > 10 ? { from: at, to: at } : { from: at * 1000, to: at * 1000 + 999 };
}

interface Signature {
  readonly ts: string;
  readonly v1: Buffer;
}

/** One spelling only: a second way to write a valid signature would be a byte nobody checks. */
function readSignature(header: unknown): Signature | null {
  if (typeof header !== 'string') return null;
  const parts = /^ts=(\d{10}|\d{13}),v1=([0-9a-f]{64})$/.exec(header);
  const [, ts, v1] = parts ?? [];
  return ts && v1 ? { ts, v1: Buffer.from(v1, 'hex') } : null;
}

/** A part of the manifest; null when it could be read as more than one. */
function partOf(value: unknown): string | undefined | null {
  if (value === undefined) return undefined;
  return typeof value === 'string' && /^[^;]{1,200}$/.test(value) ? value : null;
}

/** The manifest of a request when its signature is genuine, else null. */
function genuine(secret: string, { headers, query }: WebhookRequest): Manifest | null {
  const signature = readSignature(headers[signatureHeader]);
  const id = partOf(query['data.id']);
  const requestId = partOf(headers[requestIdHeader]);
  if (!signature || id === null || requestId === null) return null;
  const { ts, v1 } = signature;
  const signs = (each: Manifest) =>
    timingSafeEqual(v1, Buffer.from(signManifest(secret, manifestOf(each)), 'hex'));
  const asSent = { id, requestId, ts };
  if (signs(asSent)) return asSent;
  // Some of their texts have ids with letters signed in lower case.
  const lower = { ...asSent, id: id?.toLowerCase() };
  return signs(lower) ? lower : null;
}

/**
 * Reads a notification. The signature covers neither body nor type, so nothing of them is believed:
 * the payment's id is, and the lookup says the rest. The type can only make a notification count for
 * nothing, as losing it would. Nothing that is signed names an event, so a delivery's own id, time and
 * payment stand for it.
 */
export function readNotice(
  secret: string,
  now: Date,
  request: WebhookRequest,
): Result<WebhookNotice, 'webhook_unauthorized' | 'malformed_request'> {
  const manifest = genuine(secret, request);
  if (!manifest) return err('webhook_unauthorized');
  const { from, to } = momentsOf(manifest.ts);
  const at = now.getTime();
  if (at - to > WEBHOOK_MAX_AGE_MS || from - at > WEBHOOK_MAX_AGE_MS) {
    return err('webhook_unauthorized');
  }
  const { id } = manifest;
  const { type, topic } = request.query;
  const kind = type ?? topic;
  // Notifications of the older kind have no id that would be signed.
  const old = id === undefined && topic !== undefined;
  if (!old && !/^[\w-]+$/.test(id ?? '')) return err('malformed_request');
  const ours = id !== undefined && isPaymentId(id) && (kind === undefined || kind === 'payment');
  return ok({
    eventId: createHash('sha256').update(manifestOf(manifest)).digest('hex'),
    ref: ours ? { providerPaymentId: id } : null,
    occurredAt: new Date(from),
  });
}
