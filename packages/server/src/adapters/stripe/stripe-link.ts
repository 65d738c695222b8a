import { Stripe } from 'stripe';
import { readText } from '../../platform/outbound-http.ts';

/** Where and by which key Stripe is spoken with. */
export interface StripeLinkOptions {
  /** `sk_…` or `rk_…`. */
  readonly secretKey: string;
  /** Another address than Stripe's own, for tests. */
  readonly api?: {
    readonly protocol: 'http' | 'https';
    readonly host: string;
    readonly port: number;
  };
}

/** Largest answer read, in bytes: a page of a hundred refunds is a tenth of it. */
const MAX_BYTES = 2 * 1024 * 1024;

/** As fetch, but it follows no redirect and reads no endless answer. */
const guardedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' });
  const { status, headers } = response;
  return new Response(await readText(response, MAX_BYTES), { status, headers });
};

/**
 * The official library, kept from everything that it does by itself: retries are ours, which know how
 * much time is left, nothing is told of this program or its measurements, and the version of the API
 * is the one that this adapter is written for, whatever the account's own is.
 */
export function openStripe({ secretKey, api }: StripeLinkOptions): Stripe {
  return new Stripe(secretKey, {
    apiVersion: '2026-10-28.endive',
    httpClient: Stripe.createFetchHttpClient(guardedFetch),
    maxNetworkRetries: 0,
    telemetry: false,
    ...api,
  });
}

/** Whether a key moves real money. */
export const isLiveKey = (secretKey: string): boolean => /^[a-z]+_live_/.test(secretKey);
