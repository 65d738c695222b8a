import type { Result } from '../platform/result.ts';
import type { WebhookRequest } from './webhook.ts';

/**
 * Payment provider: hosted checkout, signed webhooks, refunds.
 *
 * The provider's record, read with {@link PaymentProvider.lookup}, is the only source of truth: a webhook only says
 * that something changed. Amounts are BRL in integer centavos; adapters convert if their provider uses reais. Every
 * method resolves within about ten seconds and maps an unreachable, failing or malformed provider to
 * `payment_unavailable` (503); a repeated call completes what the failed call began.
 *
 * Adapters build URLs from a configured base and encoded ids, follow no redirects and never log payers, keys or bodies.
 */
export interface PaymentProvider {
  /** Name of the provider: the last segment of `/api/payments/webhooks/{provider}`, also stored with each order. */
  readonly name: string;

  /**
   * Creates the hosted checkout of an order. Idempotent by `orderId`: repeated calls, concurrent or years later, return
   * the same checkout in its current state.
   */
  createCheckout(request: CheckoutRequest): Promise<Result<Checkout, 'payment_unavailable'>>;

  /**
   * Verifies a webhook: signature over the raw body (or over a manifest of headers and query, if the provider signs
   * that), compared in constant time, at most `WEBHOOK_MAX_AGE_MS` old. Makes no network calls. `webhook_unauthorized`
   * for any invalid signature; `malformed_request` for an authentic webhook that cannot be parsed.
   */
  parseWebhook(
    request: WebhookRequest,
  ): Promise<Result<WebhookEvent, 'webhook_unauthorized' | 'malformed_request'>>;

  /**
   * Reads the provider's current record of a payment. Pass every known id; the adapter uses the most direct one.
   * `not_found` when the provider does not know the payment, so that it cannot have been paid.
   */
  lookup(ref: PaymentRef): Promise<Result<PaymentRecord, 'payment_unavailable' | 'not_found'>>;

  /**
   * Refunds a payment in whole or in part. Idempotent by `idempotencyKey`: a repeated call returns the same refund in
   * its current state. `payment_processed` when nothing was paid or the refunds would exceed `amountPaid`.
   */
  refund(
    request: RefundRequest,
  ): Promise<Result<Refund, 'payment_unavailable' | 'payment_processed' | 'not_found'>>;

  /**
   * Closes an open checkout so that it can no longer be paid, and returns the record afterwards. If the buyer pays
   * first, `status` is `paid` and the caller decides what to do. Idempotent. Some payment methods may still confirm a
   * payment later.
   */
  expire(ref: CheckoutRef): Promise<Result<PaymentRecord, 'payment_unavailable' | 'not_found'>>;
}

/** Time in ms after which a provider's missing answer becomes `payment_unavailable`. */
export const PROVIDER_TIMEOUT_MS = 10_000;

export interface CheckoutRequest {
  readonly orderId: string;
  /** The order's code, shown at the checkout and on the payer's statement if possible. */
  readonly reference: string;
  readonly title: string;
  /** Name of the seller, for providers whose checkout shows the seller. */
  readonly sellerName?: string | undefined;
  /** Price in centavos, above zero: free orders never reach a provider. */
  readonly amount: number;
  /** Data that prefills the checkout; an adapter passes on only the fields that its provider asks for. */
  readonly payer: { readonly email?: string | undefined; readonly name?: string | undefined };
  /** Absolute URL to which the payer returns, paid or not. The return alone proves nothing. */
  readonly returnUrl: string;
  /**
   * Time at which the checkout expires. If a provider cannot expire that soon (Stripe: 30 minutes), the adapter uses
   * the provider's minimum and the caller closes the checkout with `expire`.
   */
  readonly expiresAt: Date;
  /** Created once for each order and stored with it, so that a retry after a crash sends the same key. */
  readonly idempotencyKey: string;
}

export interface Checkout {
  readonly providerCheckoutId: string;
  /** Absolute http(s) URL of the provider's page. */
  readonly checkoutUrl: string;
}

export interface WebhookEvent {
  /**
   * Id of the event: equal for every delivery of the event and derived only from signed data; used to apply an event
   * once.
   */
  readonly eventId: string;
  /** The payment to look up; `null` for an event that does not concern a payment and only needs the answer 200. */
  readonly ref: PaymentRef | null;
  readonly occurredAt: Date;
}

export interface CheckoutRef {
  readonly orderId: string;
  /**
   * The provider's id of the checkout. Pass it whenever it is known: some providers cannot search by order, or only
   * slowly.
   */
  readonly providerCheckoutId?: string | null | undefined;
}

/** At least one id by which the provider recognises the payment. */
export type PaymentRef =
  | CheckoutRef
  | { readonly providerCheckoutId: string; readonly orderId?: undefined }
  | {
      readonly providerPaymentId: string;
      readonly orderId?: undefined;
      readonly providerCheckoutId?: undefined;
    }
  | {
      /** The provider's id of a chargeback, for providers whose webhooks name no payment. */
      readonly providerChargebackId: string;
      readonly orderId?: undefined;
      readonly providerCheckoutId?: undefined;
    };

/**
 * State of a payment:
 * - `pending`: not paid yet, or the payment is still being confirmed
 * - `declined`: the last attempt failed; the payer may try again until the checkout closes
 * - `paid`: the money arrived; part of it may have been returned
 * - `expired`: closed unpaid, by time or by `expire`; a late confirmation may still make it `paid`
 * - `refunded`: all money was returned, by refunds or by lost chargebacks
 */
export type PaymentStatus = 'pending' | 'declined' | 'paid' | 'expired' | 'refunded';

export type PaymentMethod = 'pix' | 'card';

/**
 * A payment, or a part of it, that the buyer's bank takes back: a chargeback of a card, or a contestation of a Pix
 * (MED). The provider withdraws the amount from Guilda when it announces the chargeback, and returns it if the bank
 * decides for Guilda. A bank's enquiry that withdraws nothing is no chargeback.
 */
export interface Chargeback {
  /**
   * The provider's id, unique among the chargebacks of one order: the same in every record, except that it follows on
   * `provisionalId`.
   */
  readonly id: string;
  /**
   * The `id` of a chargeback in records that do not contain its own id yet, such as the id of the contested payment.
   * Several chargebacks may have the same; their own ids begin with it and a hyphen. Absent when the provider knows
   * every chargeback by its own id.
   */
  readonly provisionalId?: string;
  readonly kind: PaymentMethod;
  /** Amount that the bank takes back, in centavos. */
  readonly amount: number;
  /**
   * `open`: the money is withdrawn and the decision is pending. `lost`: decided for the buyer. `won`: decided
   * against the buyer, and the money is back; no later record of this chargeback has another status.
   */
  readonly status: 'open' | 'lost' | 'won';
  /** Deadline for evidence at the provider; null when the provider names none. */
  readonly evidenceBy: Date | null;
}

/** Centavos that the chargebacks of a record withdraw now: those of open and lost ones. */
export const chargedBackAmount = (record: Pick<PaymentRecord, 'chargebacks'>): number =>
  (record.chargebacks ?? [])
    .filter(({ status }) => status !== 'won')
    .reduce((sum, { amount }) => sum + amount, 0);

/** Status of a payment whose money arrived: refunded once refunds and lost chargebacks have taken all of it. */
export function arrivedStatus({
  amountPaid,
  amountRefunded,
  chargebacks = [],
}: Pick<PaymentRecord, 'amountPaid' | 'amountRefunded' | 'chargebacks'>): 'paid' | 'refunded' {
  const lostChargebacks = chargebacks.filter(({ status }) => status === 'lost');
  const returnedAmount = lostChargebacks.reduce((sum, { amount }) => sum + amount, amountRefunded);
  return returnedAmount >= amountPaid ? 'refunded' : 'paid';
}

/** The provider's record of one order's payment; amounts in centavos. */
export interface PaymentRecord {
  readonly orderId: string;
  readonly status: PaymentStatus;
  /** Amount that the checkout asked for. */
  readonly amount: number;
  /**
   * Amount received over all attempts. The caller compares it with the price: it can be less (underpaid), or more when
   * the provider allowed a second payment.
   */
  readonly amountPaid: number;
  /** Refunded amount, by Guilda or in the provider's panel; pending refunds and chargebacks do not count. */
  readonly amountRefunded: number;
  /** Chargebacks of the payment in any status, oldest first; omitted when there is none. */
  readonly chargebacks?: readonly Chargeback[];
  /**
   * Idempotency keys of refunds that failed, including refunds that succeeded at first: a card's bank can return the
   * money weeks later. Omitted if the provider does not report failed refunds.
   */
  readonly failedRefunds?: readonly string[];
  readonly providerCheckoutId: string;
  readonly providerPaymentId: string | null;
  /** Payment method; null until paid, and for methods other than `pix` and `card`. */
  readonly method: PaymentMethod | null;
  readonly paidAt: Date | null;
  /** Unique id of the Pix transfer at the central bank, if the provider reports it. */
  readonly endToEndId: string | null;
}

export interface RefundRequest {
  readonly orderId: string;
  /** Id of the payment at the provider, copied from the {@link PaymentRecord}. */
  readonly providerPaymentId: string;
  /** Amount to refund in centavos, above zero. */
  readonly amount: number;
  /** Idempotency key, stored before the call; one for each intended refund. */
  readonly idempotencyKey: string;
  /**
   * The provider's id of this refund, if an earlier call returned it: an adapter whose provider forgets keys reads the
   * refund and does not send it again.
   */
  readonly refundId?: string | null | undefined;
  /**
   * Set when the provider may have forgotten the key and the answer to an earlier call may be lost: an adapter whose
   * provider forgets keys looks for the refund before it sends it.
   */
  readonly lostAnswer?: LostRefundAnswer | undefined;
}

/** What tells a refund whose answer may be lost from other refunds of the same amount. */
export interface LostRefundAnswer {
  /** Time before which the refund was not sent. */
  readonly notBefore: Date;
  /** The provider's ids of the order's other refunds. */
  readonly otherRefundIds: readonly string[];
}

export interface Refund {
  readonly refundId: string;
  /** State of the refund; a `pending` refund later gets another state, which a webhook announces. */
  readonly status: 'pending' | 'succeeded' | 'failed';
}
