import type { KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { singleFlight } from '../../platform/async/single-flight.ts';
import { createOutboundHttp } from '../../platform/network/outbound-http.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import { accessTokenSchema } from './schemas.ts';

/** Scope that creates sessions and reads their results. */
const TOKEN_SCOPE = 'avs:sessions:create';

/** Lifetime in seconds of the signed assertion with which a token is requested. */
const ASSERTION_LIFETIME_SECONDS = 300;

/** Maximum time in ms for which a token is used; Yoti recommends a new token every 30 minutes. */
const MAX_TOKEN_USE_MS = 30 * 60_000;

/** Length in ms of the period before a token's expiry in which the token is not used any more. */
const TOKEN_MARGIN_MS = 60_000;

export interface AccessTokenDeps {
  /** Base URL of Yoti's authorization server. */
  readonly authUrl: () => string;
  /** Id of the service at Yoti. */
  readonly sdkId: string;
  readonly key: KeyObject;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Timeout of a request in ms. */
  readonly timeoutMs: number;
}

/** Path of the token endpoint below the authorization server's URL. */
const tokenPath = ['v1', 'oauth', 'token'] as const;

async function signAssertion({ authUrl, sdkId, key, clock, ids }: AccessTokenDeps) {
  const nowSeconds = Math.floor(clock.now().getTime() / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'PS384', typ: 'JWT' })
    .setIssuer(`sdk:${sdkId}`)
    .setSubject(`sdk:${sdkId}`)
    .setAudience(`${authUrl()}/${tokenPath.join('/')}`)
    .setJti(ids.uuid())
    .setIssuedAt(nowSeconds)
    .setExpirationTime(nowSeconds + ASSERTION_LIFETIME_SECONDS)
    .sign(key);
}

/**
 * Creates a reader of access tokens, which uses OAuth's client credentials with a signed assertion. Yoti allows 200
 * active tokens for a service, so all calls share one token until shortly before it expires. Resolves to null when no
 * token can be obtained.
 */
export function createAccessTokens(deps: AccessTokenDeps): () => Promise<string | null> {
  const http = createOutboundHttp({ baseUrl: deps.authUrl, timeoutMs: deps.timeoutMs });
  const shareRequest = singleFlight<string | null>();
  let currentToken = { token: '', usableUntil: 0 };

  async function request(): Promise<string | null> {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      scope: TOKEN_SCOPE,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await signAssertion(deps),
    });
    const answer = await http.send({ method: 'POST', path: tokenPath, body });
    const tokenResult =
      answer?.status === 200 ? accessTokenSchema.safeParse(answer.body).data : undefined;
    if (!tokenResult) return null;
    const lifetimeMs = Math.min(
      (tokenResult.expires_in ?? 0) * 1000 || MAX_TOKEN_USE_MS,
      MAX_TOKEN_USE_MS,
    );
    const usableUntil = deps.clock.now().getTime() + lifetimeMs - TOKEN_MARGIN_MS;
    currentToken = { token: tokenResult.access_token, usableUntil };
    return currentToken.token;
  }

  return async () => {
    if (deps.clock.now().getTime() < currentToken.usableUntil) return currentToken.token;
    return shareRequest('token', request);
  };
}
