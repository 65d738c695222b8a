import type { Result } from '../platform/result.ts';
import type { WebhookRequest } from './webhook.ts';

/**
 * Whoever moves the money: a hosted checkout, signed notifications, refunds.
 *
 * The provider's own record, read through {@link PaymentProvider.lookup}, is the only source of
 * truth: a notification says that something changed, never what. Amounts are BRL in integer
 * centavos; an adapter converts where its provider counts in reais. Every method answers within
 * about ten seconds and turns an unreachable, failing or unintelligible provider into
 * `payment_unavailable` (503); nothing is then half-done that calling again would not put right.
 *
 * Adapters build every address from a configured base and encoded ids, follow no redirect and
 * never log a payer, a key or a body.
 */
export interface PaymentProvider {
  /** The last segment of `/api/payments/webhooks/{provider}`, and what an order keeps. */
  readonly name: string;

  /**
   * Opens the hosted checkout of an order. Idempotent by `orderId`: asking again, at the same time
   * or years later, gives the same checkout, whatever has become of it.
   */
  createCheckout(request: CheckoutRequest): Promise<Result<Checkout, 'payment_unavailable'>>;

  /**
   * Proves that a notification comes from the provider: signature over the bytes as they arrived
   * (where the provider signs a manifest of headers and query instead, over that), compared in
   * constant time, signed no more than `WEBHOOK_MAX_AGE_MS` ago. Reads nothing from the
   * network. `webhook_unauthorized` says no more than that; `malformed_request` is an authentic
   * notification that makes no sense.
   */
  parseWebhook(
    request: WebhookRequest,
  ): Promise<Result<WebhookNotice, 'webhook_unauthorized' | 'malformed_request'>>;

  /**
   * What the provider knows of a payment now. Give every id at hand, the adapter uses the most
   * direct one. `not_found`: the provider has never heard of it, so nobody can have paid.
   */
  lookup(ref: PaymentRef): Promise<Result<PaymentFacts, 'payment_unavailable' | 'not_found'>>;

  /**
   * Gives money back, in whole or in part. Idempotent by `idempotencyKey`: asking again gives the
   * same refund as it stands now, and moves nothing. `payment_processed`: nothing was paid, or
   * this would give back more than was paid; the sum of refunds never passes `amountPaid`.
   */
  refund(
    request: RefundRequest,
  ): Promise<Result<Refund, 'payment_unavailable' | 'payment_processed' | 'not_found'>>;

  /**
   * Closes an open checkout, so that it cannot be paid any more, and answers the facts after the
   * attempt. A payment may win the race: `status` is then `paid` and the caller decides. Closing
   * what is closed changes nothing. Some means of payment may still confirm late.
   */
  expire(ref: CheckoutRef): Promise<Result<PaymentFacts, 'payment_unavailable' | 'not_found'>>;
}

/** How long an adapter waits for its provider before `payment_unavailable`, in ms. */
export const PROVIDER_TIMEOUT_MS = 10_000;

export interface CheckoutRequest {
  readonly orderId: string;
  /** The purchase code, printed on the checkout and the payer's statement where possible. */
  readonly reference: string;
  readonly title: string;
  /** Centavos, above zero: free orders never reach a provider. */
  readonly amount: number;
  /** Prefills the checkout; an adapter passes on only what its provider asks for. */
  readonly payer: { readonly email?: string | undefined; readonly name?: string | undefined };
  /** Absolute address to which the payer returns, paid or not. It proves nothing. */
  readonly returnUrl: string;
  /**
   * From when on the checkout takes no payment. Where a provider cannot expire that soon (Stripe:
   * 30 minutes) the adapter asks for the soonest and the caller closes with `expire`.
   */
  readonly expiresAt: Date;
  /** Made once per order and kept with it, so that a retry after a crash sends the same one. */
  readonly idempotencyKey: string;
}

export interface Checkout {
  readonly providerCheckoutId: string;
  /** Absolute http(s) address of the provider's page. */
  readonly checkoutUrl: string;
}

export interface WebhookNotice {
  /**
   * The same for every delivery of an event, made only of what the signature covers: the key for
   * applying an event once.
   */
  readonly eventId: string;
  /** What to look up; `null` when the event is none of ours and only wants a 200. */
  readonly ref: PaymentRef | null;
  readonly occurredAt: Date;
}

export interface CheckoutRef {
  readonly orderId: string;
  /** Give it whenever it is known: some providers search by order slowly, or not at all. */
  readonly providerCheckoutId?: string | null | undefined;
}

/** At least one of the ids under which a provider may know a payment. */
export type PaymentRef =
  | CheckoutRef
  | { readonly providerCheckoutId: string; readonly orderId?: undefined }
  | {
      readonly providerPaymentId: string;
      readonly orderId?: undefined;
      readonly providerCheckoutId?: undefined;
    };

/**
 * - `pending`: nobody has paid yet, or the payment is still being confirmed
 * - `declined`: the last attempt failed; the payer may try again until the checkout closes
 * - `paid`: the money arrived, part of it may have gone back
 * - `expired`: closed unpaid, by time or by `expire`; a late confirmation may still make it `paid`
 * - `refunded`: all that was paid went back, be it by refund or by chargeback
 */
export type PaymentStatus = 'pending' | 'declined' | 'paid' | 'expired' | 'refunded';

export type PaymentMethod = 'pix' | 'card';

/** The provider's record of one order's payment; amounts in centavos. */
export interface PaymentFacts {
  readonly orderId: string;
  readonly status: PaymentStatus;
  /** What the checkout asked for. */
  readonly amount: number;
  /**
   * What really arrived, over all attempts. The caller compares it with its own price: it may be
   * less (underpaid) or, where a provider lets a checkout be paid twice, more.
   */
  readonly amountPaid: number;
  /** What went back for good; refunds still under way do not count. */
  readonly amountRefunded: number;
  /**
   * Idempotency keys of refunds that failed, those among them that had succeeded at first: a card's
   * bank may send the money back weeks later. Left out where the provider tells nothing of the kind.
   */
  readonly failedRefunds?: readonly string[];
  readonly providerCheckoutId: string;
  readonly providerPaymentId: string | null;
  /** `null` until paid, and for means that are neither. */
  readonly method: PaymentMethod | null;
  readonly paidAt: Date | null;
  /** The Pix transfer's own id at the central bank, where the provider tells it: unique. */
  readonly endToEndId: string | null;
}

export interface RefundRequest {
  readonly orderId: string;
  /** From {@link PaymentFacts}. */
  readonly providerPaymentId: string;
  /** Centavos, above zero. */
  readonly amount: number;
  /** Kept before the call is made, one for each refund that is meant to happen. */
  readonly idempotencyKey: string;
}

export interface Refund {
  readonly refundId: string;
  /** `pending` ends in one of the others, which a notification announces. */
  readonly status: 'pending' | 'succeeded' | 'failed';
}
