import type { Result } from '../platform/result.ts';
import type { WebhookRequest } from './webhook.ts';

/**
 * Whoever checks that a person is of age, on a page of its own (`product §9`). Brazilian law
 * (Lei 15.211/2025, art. 9) does not take the person's own word for it.
 *
 * The provider learns nothing of the person but an opaque reference, new for each check; what it
 * learns on its page stays with it. Back comes a yes or a no, by which method, until when: no
 * document, no name, no date of birth, and an adapter that is given more drops it. The provider's
 * own record, read through {@link AgeCheckProvider.lookup}, is the only source of truth: a
 * notification says that something changed, never what. Every method answers within about ten
 * seconds and turns an unreachable, failing or unintelligible provider into `age_check_unavailable`.
 *
 * Adapters build every address from a configured base and encoded ids, follow no redirect and never
 * log a key or a body.
 */
export interface AgeCheckProvider {
  /** The last segment of `/api/age/webhooks/{provider}`, and what a check keeps. */
  readonly name: string;

  /**
   * Opens the page of a check. Idempotent by `reference`: asking again gives the same check, with
   * the newest return address while it is open.
   */
  start(request: AgeCheckRequest): Promise<Result<StartedAgeCheck, 'age_check_unavailable'>>;

  /**
   * Proves that a notification comes from the provider: signature over the bytes as they arrived,
   * compared in constant time, signed no more than `WEBHOOK_MAX_AGE_MS` ago. Reads nothing
   * from the network. `webhook_unauthorized` says no more than that; `malformed_request` is an
   * authentic notification that makes no sense.
   */
  parseWebhook(
    request: WebhookRequest,
  ): Promise<Result<AgeNotice, 'webhook_unauthorized' | 'malformed_request'>>;

  /** What the provider knows of a check now. `not_found`: it has never heard of it. */
  lookup(checkId: string): Promise<Result<AgeFacts, 'age_check_unavailable' | 'not_found'>>;
}

/** How long an adapter waits for its provider before `age_check_unavailable`, in ms. */
export const AGE_PROVIDER_TIMEOUT_MS = 10_000;

export interface AgeCheckRequest {
  /** Opaque, made for this check alone. */
  readonly reference: string;
  /** Absolute address to which the person returns, checked or not. It proves nothing. */
  readonly returnUrl: string;
}

export interface StartedAgeCheck {
  /** The provider's own id of the check. */
  readonly checkId: string;
  /** Absolute http(s) address of the provider's page. */
  readonly url: string;
  /** From when on the page takes no answer. */
  readonly closesAt: Date;
}

export interface AgeNotice {
  /** The same for every delivery of an event, made only of what the signature covers. */
  readonly eventId: string;
  /** The check to look up. */
  readonly checkId: string;
}

/** The provider's record of one check: all that is ever read of it. */
export interface AgeFacts {
  readonly checkId: string;
  readonly reference: string;
  /** `declined`: not of age, or not shown to be; the person may try again. */
  readonly status: 'open' | 'approved' | 'declined' | 'expired';
  /** How the age was checked, in the provider's words; null unless approved. */
  readonly method: string | null;
  /** Until when the check holds; null unless approved. */
  readonly verifiedUntil: Date | null;
}
