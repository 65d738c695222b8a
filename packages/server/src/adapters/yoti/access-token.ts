import type { KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { singleFlight } from '../../platform/async/single-flight.ts';
import { createOutboundHttp } from '../../platform/network/outbound-http.ts';
import { AGE_PROVIDER_TIMEOUT_MS } from '../../ports/age-check.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import { accessToken } from './schemas.ts';

/** Scope that creates sessions and reads their results. */
const SCOPE = 'avs:sessions:create';

/** Lifetime in seconds of the signed assertion that asks for a token. */
const ASSERTION_SECONDS = 300;

/** Time in ms for which a token is used at most; Yoti advises to ask for a new one every 30 minutes. */
const TOKEN_MS = 30 * 60_000;

/** Time in ms before its end at which a token is no longer used. */
const TOKEN_MARGIN_MS = 60_000;

export interface AccessTokenDeps {
  /** Base URL of Yoti's authorization server. */
  readonly authUrl: () => string;
  /** Id of the service at Yoti. */
  readonly sdkId: string;
  readonly key: KeyObject;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Path of the token endpoint below the authorization server's URL. */
const tokenPath = ['v1', 'oauth', 'token'] as const;

async function signAssertion({ authUrl, sdkId, key, clock, ids }: AccessTokenDeps) {
  const now = Math.floor(clock.now().getTime() / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'PS384', typ: 'JWT' })
    .setIssuer(`sdk:${sdkId}`)
    .setSubject(`sdk:${sdkId}`)
    .setAudience(`${authUrl()}/${tokenPath.join('/')}`)
    .setJti(ids.uuid())
    .setIssuedAt(now)
    .setExpirationTime(now + ASSERTION_SECONDS)
    .sign(key);
}

/**
 * Creates a reader of access tokens by OAuth's client credentials with a signed assertion. Yoti allows 200 active tokens
 * for a service, so one is shared by all calls until shortly before its end. Resolves to null when none can be had.
 */
export function createAccessTokens(deps: AccessTokenDeps): () => Promise<string | null> {
  const http = createOutboundHttp({ baseUrl: deps.authUrl, timeoutMs: AGE_PROVIDER_TIMEOUT_MS });
  const requests = singleFlight<string | null>();
  let current = { token: '', until: 0 };

  async function request(): Promise<string | null> {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      scope: SCOPE,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await signAssertion(deps),
    });
    const answer = await http.send({ method: 'POST', path: tokenPath, body });
    const granted = answer?.status === 200 ? accessToken.safeParse(answer.body).data : undefined;
    if (!granted) return null;
    const lifetime = Math.min((granted.expires_in ?? 0) * 1000 || TOKEN_MS, TOKEN_MS);
    const until = deps.clock.now().getTime() + lifetime - TOKEN_MARGIN_MS;
    current = { token: granted.access_token, until };
    return current.token;
  }

  return async () => {
    if (deps.clock.now().getTime() < current.until) return current.token;
    return requests('token', request);
  };
}
