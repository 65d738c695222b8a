/** The pack is refetched this long before its URLs expire, in ms. */
const REFETCH_MARGIN_MS = 45_000;

/** Minimum time between two refetches, in ms; prevents constant refetching when device and server clocks differ. */
const MIN_REFETCH_DELAY_MS = 5_000;

/** A URL that expires within this time, in ms, is not used any more. */
const EXPIRY_MARGIN_MS = 3_000;

/** Delay before URLs that expire at `expiresAt` have to be refetched, in ms. Parameters in ms since the epoch. */
export function refetchDelayMs(expiresAt: number, now: number): number {
  return Math.max(MIN_REFETCH_DELAY_MS, expiresAt - now - REFETCH_MARGIN_MS);
}

/** Whether the URLs have expired or expire within `EXPIRY_MARGIN_MS`. */
export function isNearOrPastExpiry(expiresAt: number, now: number): boolean {
  return expiresAt - now < EXPIRY_MARGIN_MS;
}
