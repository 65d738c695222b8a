const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long a buyer has been waiting for the seller: `Chegou agora`, `Espera você há 3 h`. `ms` is the duration. */
export function waitingText(ms: number): string {
  return ms < MINUTE_MS ? 'Chegou agora' : `Espera você há ${durationText(ms)}`;
}
