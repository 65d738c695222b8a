import {
  createOutboundHttp,
  type OutboundAnswer,
  type OutboundRequest,
} from '../../platform/network/outbound-http.ts';
import { AGE_PROVIDER_TIMEOUT_MS } from '../../ports/age-check.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import { createAccessTokens } from './access-token.ts';
import { readServicePrivateKey } from './keys.ts';

/** Base URL of Yoti's age verification API. */
export const LIVE_AGE_URL = 'https://age.yoti.com';
/** Base URL of Yoti's authorization server. */
const LIVE_AUTH_URL = 'https://auth.api.yoti.com';

/** Guilda's credentials at Yoti. */
export interface YotiCredentials {
  /** Id of the service at Yoti, a UUID; not secret, because the URLs of Yoti's pages for people contain it. */
  readonly sdkId: string;
  /** The service's private RSA key in PEM; null for a service that has an API key. */
  readonly privateKey: string | null;
  /** API key of a service without a key pair of its own; null with a private key. */
  readonly apiKey: string | null;
}

export interface YotiApiDeps extends YotiCredentials {
  /** Base URLs of test servers that replace the live ones. */
  readonly urls?: { readonly age: () => string; readonly auth: () => string };
  /** Timeout of a request in ms; ten seconds by default. */
  readonly timeoutMs?: number;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Sends a request below `/api/v1` with the service's credentials; null without a usable answer. */
export type YotiApi = (request: OutboundRequest) => Promise<OutboundAnswer | null>;

function createTokens({ urls, sdkId, privateKey, apiKey, clock, ids, timeoutMs }: YotiApiDeps) {
  const key = privateKey === null ? null : readServicePrivateKey(privateKey);
  if (!key) return async () => apiKey;
  return createAccessTokens({
    authUrl: urls?.auth ?? (() => LIVE_AUTH_URL),
    sdkId,
    key,
    clock,
    ids,
    timeoutMs: timeoutMs ?? AGE_PROVIDER_TIMEOUT_MS,
  });
}

/** Creates the client of Yoti's REST API. */
export function createYotiApi(deps: YotiApiDeps): YotiApi {
  const getToken = createTokens(deps);
  const http = createOutboundHttp({
    baseUrl: deps.urls?.age ?? (() => LIVE_AGE_URL),
    headers: { 'yoti-sdk-id': deps.sdkId },
    timeoutMs: deps.timeoutMs ?? AGE_PROVIDER_TIMEOUT_MS,
  });
  return async (request) => {
    const token = await getToken();
    if (token === null) return null;
    const headers = { authorization: `Bearer ${token}` };
    return http.send({ ...request, path: ['api', 'v1', ...request.path], headers });
  };
}
