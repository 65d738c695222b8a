import type { Result } from '../platform/result.ts';

/** Who somebody is at Discord, by OAuth2 with response type `code` and scope `identify` (`spec §9`). */
export interface DiscordAccounts {
  /** The absolute address where a person consents. */
  authorizeUrl(request: ConsentRequest): string;
  /**
   * Who gave the consent that `code` stands for. Discord's tokens are used for this one question,
   * given back at once and kept nowhere. `discord_link_refused`: the code is wrong, used or too old;
   * `discord_unavailable`: Discord cannot say now.
   */
  identify(
    consent: Consent,
  ): Promise<Result<DiscordAccount, 'discord_link_refused' | 'discord_unavailable'>>;
}

interface Proof {
  /** The secret behind the request's PKCE challenge (RFC 7636). */
  readonly verifier: string;
  /** The product's own `/discord/callback`, absolute. */
  readonly redirectUri: string;
}

export interface ConsentRequest extends Proof {
  readonly state: string;
}

export interface Consent extends Proof {
  readonly code: string;
}

export interface DiscordAccount {
  /** A snowflake, in decimal digits. */
  readonly discordId: string;
}
