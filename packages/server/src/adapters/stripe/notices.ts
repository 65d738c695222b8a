import { isUtf8 } from 'node:buffer';
import { Stripe } from 'stripe';
import { z } from 'zod';
import { err, ok, type Result } from '../../platform/result.ts';
import type { WebhookNotice } from '../../ports/payment-provider.ts';
import { WEBHOOK_MAX_AGE_MS, type WebhookRequest } from '../../ports/webhook.ts';
import { intentId, ORDER_KEY, sessionId } from './shapes.ts';

const signatureHeader = 'stripe-signature';

const eventShape = z.object({
  id: z.string().regex(/^evt_\w{1,250}$/),
  object: z.literal('event'),
  type: z.string().max(100),
  created: z.int().nonnegative().max(100_000_000_000),
  livemode: z.boolean(),
  /** Of another account that is connected to ours. */
  account: z.string().nullish(),
  data: z.object({ object: z.unknown() }),
});

const aboutSession = z.object({
  id: sessionId,
  metadata: z.record(z.string(), z.unknown()).nullish(),
});

const aboutPayment = z.object({ payment_intent: intentId.nullish() });

/** Events about a checkout, and those about money that goes back. */
const SESSION_EVENTS: readonly string[] = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
];
const MONEY_EVENTS: readonly string[] = [
  'charge.refunded',
  'charge.dispute.closed',
  'refund.created',
  'refund.updated',
  'refund.failed',
];

type Ref = WebhookNotice['ref'];

/** What to look up; undefined for what makes no sense. */
function refOf(type: string, about: unknown): Ref | undefined {
  if (SESSION_EVENTS.includes(type)) {
    const { data: session } = aboutSession.safeParse(about);
    if (!session) return undefined;
    return session.metadata?.[ORDER_KEY] ? { providerCheckoutId: session.id } : null;
  }
  if (!MONEY_EVENTS.includes(type)) return null;
  const { data: money } = aboutPayment.safeParse(about);
  if (!money) return undefined;
  return money.payment_intent ? { providerPaymentId: money.payment_intent } : null;
}

/** `t=<unix seconds>` and signatures; what else the header may hold is for the library to judge. */
function signedAt(header: unknown): number | null {
  const seconds = typeof header === 'string' ? /^t=(\d{1,12}),v/.exec(header)?.[1] : undefined;
  return seconds === undefined ? null : Number(seconds) * 1000;
}

/** Many bytes would read as the same text, were they no UTF-8 or marked as such. */
const isPlainText = (rawBody: Buffer) =>
  isUtf8(rawBody) && !rawBody.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]));

/** Whether the library takes the signature for genuine; whatever it throws over, it does not. */
async function isGenuine(
  { headers, rawBody }: WebhookRequest,
  secret: string,
  now: Date,
): Promise<boolean> {
  const header = headers[signatureHeader];
  const at = signedAt(header);
  // The library only refuses what is too old.
  const early = at === null || at - now.getTime() > WEBHOOK_MAX_AGE_MS;
  if (early || typeof header !== 'string' || !isPlainText(rawBody)) return false;
  const age = WEBHOOK_MAX_AGE_MS / 1000;
  const { signature } = Stripe.webhooks;
  try {
    const verify = signature?.verifyHeaderAsync(
      rawBody,
      header,
      secret,
      age,
      undefined,
      now.getTime(),
    );
    return (await verify) === true;
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

/** Proves a notification and reads what it is about; `live`: whether our key moves real money. */
export async function readNotice(
  request: WebhookRequest,
  { secret, live, now }: { readonly secret: string; readonly live: boolean; readonly now: Date },
): Promise<Result<WebhookNotice, 'webhook_unauthorized' | 'malformed_request'>> {
  if (!(await isGenuine(request, secret, now))) return err('webhook_unauthorized');
  const { data: event } = eventShape.safeParse(parseJson(request.rawBody));
  if (!event) return err('malformed_request');
  const ours = event.livemode === live && !event.account;
  const ref = ours ? refOf(event.type, event.data.object) : null;
  if (ref === undefined) return err('malformed_request');
  return ok({ eventId: event.id, ref, occurredAt: new Date(event.created * 1000) });
}
