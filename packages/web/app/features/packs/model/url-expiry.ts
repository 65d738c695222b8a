/** A pack on screen is refetched this long before its URLs expire, in ms. */
const MARGIN_MS = 45_000;

/** Minimum time between two refetches, in ms, also when the clocks disagree. */
const MIN_DELAY_MS = 5_000;

/** A URL that expires within this time, in ms, counts as expired. */
const TOLERANCE_MS = 3_000;

/** Delay in ms before URLs that expire at `expiresAt` have to be refetched. Times in ms. */
export function refetchDelayMs(expiresAt: number, now: number): number {
  return Math.max(MIN_DELAY_MS, expiresAt - now - MARGIN_MS);
}

/** Whether URLs have expired or are about to. */
export function isExpired(expiresAt: number, now: number): boolean {
  return expiresAt - now < TOLERANCE_MS;
}
