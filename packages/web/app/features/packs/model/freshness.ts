/** How long before its addresses end a pack on screen is asked for anew, in ms. */
const MARGIN_MS = 45_000;

/** The least time between two askings, in ms, whatever the clocks say. */
const LEAST_MS = 5_000;

/** An address so close to its end, in ms, is not worth pressing. */
const LAST_MS = 3_000;

/** In how many ms the addresses that end at `expiresAt` are to be renewed; times in ms. */
export function renewIn(expiresAt: number, now: number): number {
  return Math.max(LEAST_MS, expiresAt - now - MARGIN_MS);
}

/** Whether addresses have ended, or are about to. */
export function hasEnded(expiresAt: number, now: number): boolean {
  return expiresAt - now < LAST_MS;
}
