import { Stripe } from 'stripe';
import { readText } from '../../platform/network/outbound-http.ts';

export interface StripeClientOptions {
  /** API key of the account, `sk_…` or `rk_…`. */
  readonly secretKey: string;
  /** Address of a server that replaces Stripe's, for tests. */
  readonly api?: {
    readonly protocol: 'http' | 'https';
    readonly host: string;
    readonly port: number;
  };
}

/** Maximum size of a response, in bytes: about ten times the size of a page of a hundred refunds. */
const MAX_RESPONSE_BYTES = 2 * 1024 * 1024;

/** A `fetch` that follows no redirects and limits the size of responses. */
const guardedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' });
  const { status, headers } = response;
  return new Response(await readText(response, MAX_RESPONSE_BYTES), { status, headers });
};

/**
 * Creates a client of Stripe's official library: without its own retries (those of this adapter know the remaining
 * time), without its telemetry, and with the API version that this adapter is written for instead of the account's
 * default.
 */
export function createStripeClient({ secretKey, api }: StripeClientOptions): Stripe {
  return new Stripe(secretKey, {
    apiVersion: '2026-10-28.endive',
    httpClient: Stripe.createFetchHttpClient(guardedFetch),
    maxNetworkRetries: 0,
    telemetry: false,
    ...api,
  });
}

/** Whether an API key is a live key, which moves real money. */
export const isLiveKey = (secretKey: string): boolean => /^[a-z]+_live_/.test(secretKey);
