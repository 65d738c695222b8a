import { createHash } from 'node:crypto';
import { Routes } from 'discord-api-types/v10';
import { err, ok } from '../../platform/result.ts';
import type { AuthorizationConsent, DiscordAccounts } from '../../ports/discord-accounts.ts';
import {
  createDiscordApi,
  type DiscordApi,
  type DiscordApiOptions,
  type DiscordSetup,
  resolveUrl,
  type UrlSource,
} from './discord-api.ts';
import { account, anyBody, tokenResponse } from './response-schemas.ts';

export interface DiscordAccountsOptions extends DiscordApiOptions {
  readonly config: Pick<DiscordSetup, 'clientId' | 'clientSecret'>;
  /** Base URL of the consent page; Discord's own by default. */
  readonly authorizeBase?: UrlSource | undefined;
  /** Timeout for identifying an account, in ms; default 8,000. */
  readonly deadlineMs?: number | undefined;
  /** Timeout for revoking the access token after the identification, in ms; default 2,000. */
  readonly cleanupMs?: number | undefined;
}

/** `Authorization` header with which an application authenticates to OAuth2 endpoints (RFC 6749, 2.3.1). */
export const basicAuthorization = ({
  clientId,
  clientSecret,
}: DiscordAccountsOptions['config']): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64')}`;

function createTokenRequests(api: DiscordApi, authorization: string) {
  return {
    take: (consent: AuthorizationConsent, signal: AbortSignal) =>
      api({
        method: 'POST',
        path: Routes.oauth2TokenExchange(),
        authorization,
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: consent.code,
          redirect_uri: consent.redirectUri,
          code_verifier: consent.verifier,
        }),
        responseSchema: tokenResponse,
        signal,
        expectedFailures: ['invalid_grant'],
      }),
    /** Revokes all tokens of a person's consent; if Discord does not answer, the tokens expire by themselves. */
    revokeToken: (accessToken: string, signal: AbortSignal) =>
      api({
        method: 'POST',
        path: Routes.oauth2TokenRevocation(),
        authorization,
        body: new URLSearchParams({ token: accessToken, token_type_hint: 'access_token' }),
        responseSchema: anyBody,
        signal,
      }),
  };
}

/** Creates {@link DiscordAccounts} that use Discord's OAuth2. */
export function createDiscordAccounts(options: DiscordAccountsOptions): DiscordAccounts {
  const { config, authorizeBase = 'https://discord.com/oauth2/authorize' } = options;
  const { deadlineMs = 8_000, cleanupMs = 2_000 } = options;
  const api = createDiscordApi(options);
  const tokenRequests = createTokenRequests(api, basicAuthorization(config));

  return {
    authorizeUrl: ({ state, verifier, redirectUri }) => {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: config.clientId,
        scope: 'identify',
        redirect_uri: redirectUri,
        state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        // The consent page shows which account will be linked, so it is never skipped.
        prompt: 'consent',
      });
      return `${resolveUrl(authorizeBase)}?${query}`;
    },

    identify: async (consent) => {
      const signal = AbortSignal.timeout(deadlineMs);
      const tokenResult = await tokenRequests.take(consent, signal);
      if (!tokenResult.ok) {
        return err(
          tokenResult.code === 'invalid_grant' ? 'discord_link_refused' : 'discord_unavailable',
        );
      }
      const { access_token: accessToken } = tokenResult.value;
      const answer = await api({
        method: 'GET',
        path: Routes.user(),
        authorization: `Bearer ${accessToken}`,
        responseSchema: account,
        signal,
      });
      await tokenRequests.revokeToken(accessToken, AbortSignal.timeout(cleanupMs));
      return answer.ok ? ok({ discordId: answer.value.id }) : err('discord_unavailable');
    },
  };
}
