import type { PixKeyKind } from '@guilda/contract/money/pix';
import type { Result } from '../platform/result.ts';
import type { WebhookRequest } from './webhook.ts';

/**
 * Payout provider: sends a withdrawal as a Pix transfer to its seller (`docs/product/money.md`, ADR 0061).
 *
 * The provider's record, returned by {@link PayoutProvider.pay} and {@link PayoutProvider.lookup}, is the only source of
 * truth: a webhook only says that something changed. Amounts are BRL in integer centavos. Every method resolves within
 * about ten seconds and maps an unreachable, failing or malformed provider to `payment_unavailable`, which says nothing
 * about the transfer: it may have been made.
 *
 * Adapters follow no redirects and never log receivers, Pix keys, access keys or bodies.
 */
export interface PayoutProvider {
  /** Name of the provider: the last segment of `/api/payouts/webhooks/{provider}`, also stored with each payout. */
  readonly name: string;

  /**
   * Sends the money. Idempotent by `idempotencyKey`: a repeated call with the same request sends nothing again and
   * returns the payout in its current state, for at least {@link PAYOUT_KEY_LIFETIME_MS} after the first call.
   * `payout_refused`: this call sent nothing because the receiver is not acceptable. The refusal says nothing about
   * earlier calls with the same key, so it is final only as the answer to the first call.
   */
  pay(
    request: PayoutRequest,
  ): Promise<Result<PayoutRecord, 'payment_unavailable' | 'payout_refused'>>;

  /** Reads the provider's current record of a payout. `not_found` when the provider does not know the id. */
  lookup(ref: PayoutRef): Promise<Result<PayoutRecord, 'payment_unavailable' | 'not_found'>>;

  /**
   * Verifies a webhook: signature compared in constant time, at most `WEBHOOK_MAX_AGE_MS` old. Makes no network calls.
   * `webhook_unauthorized` for any invalid signature; `malformed_request` for an authentic webhook that cannot be parsed.
   */
  parseWebhook(
    request: WebhookRequest,
  ): Promise<Result<PayoutEvent, 'webhook_unauthorized' | 'malformed_request'>>;
}

/**
 * Time in ms for which every provider must recognise a repeated idempotency key: 1 hour. A call whose answer was
 * lost is not repeated after that, because the provider might send the money a second time.
 */
export const PAYOUT_KEY_LIFETIME_MS = 60 * 60_000;

/** The person who gets the money; the bank of the Pix key must have the same name and CPF. */
export interface PayoutReceiver {
  readonly legalName: string;
  /** Eleven digits without punctuation, with valid check digits. */
  readonly cpf: string;
}

export interface PayoutRequest {
  /** Stored by the provider with the payout, and returned in every record of it. */
  readonly withdrawalId: string;
  /** Amount in centavos, above zero. */
  readonly amount: number;
  readonly pixKeyKind: PixKeyKind;
  /** The key in the format of the central bank's directory. */
  readonly pixKey: string;
  readonly receiver: PayoutReceiver;
  /** Stored before the first call, so that a retry after a crash sends the same key. */
  readonly idempotencyKey: string;
}

export interface PayoutRef {
  readonly providerPayoutId: string;
}

/**
 * State of a payout:
 * - `pending`: accepted, not yet confirmed by the receiver's bank
 * - `paid`: the money arrived; it may still be returned later
 * - `returned`: the money arrived or was on its way, and all of it came back; final
 * - `failed`: the provider gave up and sent nothing; final
 */
export type PayoutStatus = 'pending' | 'paid' | 'returned' | 'failed';

/** The provider's record of one payout; amounts in centavos. */
export interface PayoutRecord {
  readonly providerPayoutId: string;
  readonly withdrawalId: string;
  readonly status: PayoutStatus;
  readonly amount: number;
  /** Amount that came back; less than `amount` while the status is `paid`. */
  readonly amountReturned: number;
}

export interface PayoutEvent {
  /** The payout to look up; `null` for an event that does not concern a payout and only needs the answer 200. */
  readonly ref: PayoutRef | null;
  readonly occurredAt: Date;
}
