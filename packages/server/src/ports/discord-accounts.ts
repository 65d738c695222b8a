import type { Result } from '../platform/result.ts';

/** Links Discord accounts by OAuth2 with response type `code` and scope `identify`: docs/product/calls.md. */
export interface DiscordAccounts {
  /** Absolute URL of Discord's consent page. */
  authorizeUrl(request: ConsentRequest): string;
  /**
   * Reads the account of the person who consented. Discord's tokens are used for this one call, revoked at once and
   * never stored. `discord_link_refused` when the authorization code is wrong, used or expired; `discord_unavailable`
   * when Discord does not answer.
   */
  identify(
    consent: AuthorizationConsent,
  ): Promise<Result<DiscordAccount, 'discord_link_refused' | 'discord_unavailable'>>;
}

interface AuthorizationProof {
  /** PKCE code verifier (RFC 7636). */
  readonly verifier: string;
  /** Absolute URL of `/discord/callback`. */
  readonly redirectUri: string;
}

export interface ConsentRequest extends AuthorizationProof {
  readonly state: string;
}

export interface AuthorizationConsent extends AuthorizationProof {
  readonly code: string;
}

export interface DiscordAccount {
  /** Discord id of the account (a snowflake), in decimal digits. */
  readonly discordId: string;
}
