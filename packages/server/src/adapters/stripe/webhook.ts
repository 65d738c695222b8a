import { isUtf8 } from 'node:buffer';
import { Stripe } from 'stripe';
import { z } from 'zod';
import { err, ok, type Result } from '../../platform/result.ts';
import type { WebhookEvent } from '../../ports/payment-provider.ts';
import { WEBHOOK_MAX_AGE_MS, type WebhookRequest } from '../../ports/webhook.ts';
import { intentId, ORDER_METADATA_KEY, sessionId } from './schemas.ts';

const signatureHeader = 'stripe-signature';

const eventSchema = z.object({
  id: z.string().regex(/^evt_\w{1,250}$/),
  object: z.literal('event'),
  type: z.string().max(100),
  created: z.int().nonnegative().max(100_000_000_000),
  livemode: z.boolean(),
  /** Id of a connected account; events with this field are ignored. */
  account: z.string().nullish(),
  data: z.object({ object: z.unknown() }),
});

const sessionObject = z.object({
  id: sessionId,
  metadata: z.record(z.string(), z.unknown()).nullish(),
});

const paymentObject = z.object({ payment_intent: intentId.nullish() });

/** Types of events about checkout sessions. */
const SESSION_EVENT_TYPES: readonly string[] = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
];
const MONEY_EVENT_TYPES: readonly string[] = [
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
  'refund.created',
  'refund.updated',
  'refund.failed',
];

type StripeEventRef = WebhookEvent['ref'];

/** The reference to look up; null for events that do not concern Guilda, undefined for malformed ones. */
function eventRefOf(eventType: string, eventObject: unknown): StripeEventRef | undefined {
  if (SESSION_EVENT_TYPES.includes(eventType)) {
    const { data: session } = sessionObject.safeParse(eventObject);
    if (!session) return undefined;
    return session.metadata?.[ORDER_METADATA_KEY] ? { providerCheckoutId: session.id } : null;
  }
  if (!MONEY_EVENT_TYPES.includes(eventType)) return null;
  const { data: money } = paymentObject.safeParse(eventObject);
  if (!money) return undefined;
  return money.payment_intent ? { providerPaymentId: money.payment_intent } : null;
}

/** Time of the signature in ms, read from `t=<unix seconds>,v…`; the library checks the other parts of the header. */
function readSignatureTime(header: unknown): number | null {
  const seconds = typeof header === 'string' ? /^t=(\d{1,12}),v/.exec(header)?.[1] : undefined;
  return seconds === undefined ? null : Number(seconds) * 1000;
}

/**
 * Whether the body is UTF-8 without a byte order mark: otherwise different bytes could decode to the same signed text.
 */
const isPlainText = (rawBody: Buffer) =>
  isUtf8(rawBody) && !rawBody.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]));

/** Whether the library accepts the signature; an exception of the library counts as an invalid signature. */
async function hasValidSignature(
  { headers, rawBody }: WebhookRequest,
  secret: string,
  now: Date,
): Promise<boolean> {
  const header = headers[signatureHeader];
  const signatureTime = readSignatureTime(header);
  // The library refuses old signatures, but not those from the future.
  const hasInvalidTime =
    signatureTime === null || signatureTime - now.getTime() > WEBHOOK_MAX_AGE_MS;
  if (hasInvalidTime || typeof header !== 'string' || !isPlainText(rawBody)) return false;
  const maxAgeSeconds = WEBHOOK_MAX_AGE_MS / 1000;
  const { signature } = Stripe.webhooks;
  try {
    const verificationPromise = signature?.verifyHeaderAsync(
      rawBody,
      header,
      secret,
      maxAgeSeconds,
      undefined,
      now.getTime(),
    );
    return (await verificationPromise) === true;
  } catch {
    return false;
  }
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Verifies and parses a webhook event. `live`: whether the configured key is a live key. */
export async function parseWebhookEvent(
  request: WebhookRequest,
  { secret, live, now }: { readonly secret: string; readonly live: boolean; readonly now: Date },
): Promise<Result<WebhookEvent, 'webhook_unauthorized' | 'malformed_request'>> {
  if (!(await hasValidSignature(request, secret, now))) return err('webhook_unauthorized');
  const { data: event } = eventSchema.safeParse(parseJson(request.rawBody));
  if (!event) return err('malformed_request');
  const isOwn = event.livemode === live && !event.account;
  const ref = isOwn ? eventRefOf(event.type, event.data.object) : null;
  if (ref === undefined) return err('malformed_request');
  return ok({ eventId: event.id, ref, occurredAt: new Date(event.created * 1000) });
}
