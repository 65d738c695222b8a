import type { Result } from '../platform/result.ts';

/**
 * Identity of a person from an OpenID Connect issuer. An account belongs to `issuer` + `subject`; the e-mail may change
 * and is never a key.
 */
export interface VerifiedIdentity {
  /** The issuer's canonical name, which is stored with accounts, whatever spelling the tokens use. */
  readonly issuer: string;
  /** Permanent id of the person at the issuer, at most 255 characters. */
  readonly subject: string;
  readonly email: string;
  /** Always true: unverified e-mails are refused. */
  readonly emailVerified: true;
  /** Name of the person from the issuer, not validated; null if missing. */
  readonly name: string | null;
  /** Absolute http(s) URL of a picture, which the server never fetches; null if missing. */
  readonly picture: string | null;
  /** The nonce in the token, which the browser compares with the nonce that it sent; null if missing. */
  readonly nonce: string | null;
  /** Time at which the person signed in at the issuer: `auth_time`, or `iat` when the token has no `auth_time`. */
  readonly authenticatedAt: Date;
  /** Identifies the ID token, so that each token can be used only once. */
  readonly token: IdentityToken;
}

/** Identification and expiry of an ID token. */
export interface IdentityToken {
  /** Hash of the token's signed content: equal for every encoding of the same token. */
  readonly hash: Buffer;
  /** When the token expires. */
  readonly endsAt: Date;
}

/** Parameters that the browser needs to start signing in (implicit flow, `response_type=id_token`). */
export interface BrowserSignInConfig {
  /** Absolute URL of the issuer's authorization endpoint. */
  readonly authorizationEndpoint: string;
  readonly clientId: string;
  /** OAuth scopes, separated by spaces. */
  readonly scope: string;
}

/** The identity provider that people sign in with. */
export interface IdentityProvider {
  /**
   * Verifies an ID token: signature, issuer, audience, times and verified e-mail. `identity_rejected` for an invalid
   * token, `unavailable` when the issuer's keys cannot be read.
   */
  verify(idToken: string): Promise<Result<VerifiedIdentity, 'identity_rejected' | 'unavailable'>>;
  /** Parameters of the authorization request; `unavailable` while the issuer cannot be reached. */
  browserConfig(): Promise<Result<BrowserSignInConfig, 'unavailable'>>;
}
