import type { Result } from '../platform/result.ts';

/**
 * Who a person is, as vouched for by an OpenID Connect issuer.
 * An account belongs to `issuer` + `subject`; the e-mail may change and is never a key.
 */
export interface VerifiedIdentity {
  /** The issuer's one name under which accounts are kept, whatever spelling its tokens use. */
  readonly issuer: string;
  /** The person's permanent id at the issuer, at most 255 characters. */
  readonly subject: string;
  readonly email: string;
  /** Always true: an identity with an unverified e-mail is refused. */
  readonly emailVerified: true;
  /** The name as the issuer writes it, held to no rule of text; null where it gives none. */
  readonly name: string | null;
  /** Absolute http(s) address of a picture. Never fetched by the server. */
  readonly picture: string | null;
  /** What the browser sent with its request; comparing it is the browser's part. */
  readonly nonce: string | null;
  /** The token it was read from, by which a second use of the same one is known. */
  readonly token: IdentityToken;
}

/** What tells one ID token from another. */
export interface IdentityToken {
  /** A hash of what the signature covers: the same however the token is written, and of no other one. */
  readonly hash: Buffer;
  /** From then on the token is refused whatever it says. */
  readonly endsAt: Date;
}

/** What the browser needs to start signing in (implicit flow, `response_type=id_token`). */
export interface BrowserSignIn {
  /** Absolute address of the issuer's authorization endpoint. */
  readonly authorizationEndpoint: string;
  readonly clientId: string;
  /** Space-separated scopes to ask for. */
  readonly scope: string;
}

/** The federated identity provider people sign in with. */
export interface IdentityProvider {
  /**
   * Checks an ID token: signature against the issuer's published keys, issuer, audience, times,
   * verified e-mail. `identity_rejected` when the token cannot be trusted, `unavailable` when
   * the issuer's keys cannot be read just now.
   */
  verify(idToken: string): Promise<Result<VerifiedIdentity, 'identity_rejected' | 'unavailable'>>;
  /** Where and with what the browser asks for a token; `unavailable` while the issuer is. */
  browserConfig(): Promise<Result<BrowserSignIn, 'unavailable'>>;
}
