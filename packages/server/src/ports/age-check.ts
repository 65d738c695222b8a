import type { VerifiedAge } from '@guilda/contract/accounts/users';
import type { Result } from '../platform/result.ts';
import type { WebhookRequest } from './webhook.ts';

/**
 * Provider of age checks, which run on the provider's own page: docs/product/privacy.md. Brazilian law (Lei
 * 15.211/2025, art. 9) does not accept self-declaration. The provider only gets an opaque reference, new for each
 * check, and returns the result, the method and the expiry; never a document, name or date of birth. An adapter drops
 * all other data.
 *
 * The provider's record, read with {@link AgeCheckProvider.lookup}, is the only source of truth: a webhook only says
 * that something changed. Every method resolves within about ten seconds and maps an unreachable, failing or malformed
 * provider to `age_check_unavailable`. Adapters build URLs from a configured base and encoded ids, follow no redirects
 * and never log keys or bodies.
 */
export interface AgeCheckProvider {
  /** Name of the provider: the last segment of `/api/age/webhooks/{provider}`, also stored with each check. */
  readonly name: string;

  /**
   * Starts a check. Idempotent by `reference`: a repeated call returns the same check, which gets the latest return URL
   * while it is open.
   */
  start(request: AgeCheckRequest): Promise<Result<StartedAgeCheck, 'age_check_unavailable'>>;

  /**
   * Verifies a webhook: signature over the raw body, compared in constant time, at most `WEBHOOK_MAX_AGE_MS` old. Makes
   * no network calls. `webhook_unauthorized` for any invalid signature; `malformed_request` for an authentic webhook
   * that cannot be parsed.
   */
  parseWebhook(
    request: WebhookRequest,
  ): Promise<Result<AgeWebhookEvent, 'webhook_unauthorized' | 'malformed_request'>>;

  /** Reads the provider's current record of a check; `not_found` for an unknown check. */
  lookup(checkId: string): Promise<Result<AgeCheckRecord, 'age_check_unavailable' | 'not_found'>>;
}

/** Time in ms after which a provider's missing answer becomes `age_check_unavailable`. */
export const AGE_PROVIDER_TIMEOUT_MS = 10_000;

export interface AgeCheckRequest {
  /** Opaque reference, unique to this check. */
  readonly reference: string;
  /** The age in years that the person has to prove. */
  readonly minimumAge: VerifiedAge;
  /** Absolute URL to which the person returns, with or without a result. The return alone proves nothing. */
  readonly returnUrl: string;
}

export interface StartedAgeCheck {
  /** The provider's id of the check. */
  readonly checkId: string;
  /** Absolute http(s) URL of the provider's page. */
  readonly url: string;
  /** Time at which the provider's page expires. */
  readonly closesAt: Date;
}

export interface AgeWebhookEvent {
  /** Id of the event: equal for every delivery of the event, and derived only from signed data. */
  readonly eventId: string;
  /** The provider's id of the check to look up. */
  readonly checkId: string;
}

/** The provider's record of a check. */
export interface AgeCheckRecord {
  readonly checkId: string;
  readonly reference: string;
  /** The age in years that the check asked for. */
  readonly minimumAge: number;
  /** Status of the check; `declined`: the person is not of age or did not prove it, and may try again. */
  readonly status: 'open' | 'approved' | 'declined' | 'expired';
  /** The provider's name of the method; null unless approved. */
  readonly method: string | null;
  /** Expiry of the check; null unless approved. */
  readonly verifiedUntil: Date | null;
}
