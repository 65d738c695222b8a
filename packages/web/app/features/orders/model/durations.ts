const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long a buyer has been waiting for the seller: `Chegou agora`, `Espera você há 3 h`. `ms` is the duration. */
export function waitingText(ms: number): string {
  return ms < MINUTE_MS ? 'Chegou agora' : `Espera você há ${durationText(ms)}`;
}

/** A duration in its largest unit, at least one minute: `1 min`, `3 h`, `2 dias`. */
export function durationText(ms: number): string {
  if (ms < HOUR_MS) return `${Math.max(1, Math.floor(ms / MINUTE_MS))} min`;
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  const days = Math.floor(ms / DAY_MS);
  return days === 1 ? '1 dia' : `${days} dias`;
}
