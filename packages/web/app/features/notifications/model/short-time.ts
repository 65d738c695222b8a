const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/**
 * How long before `now` a moment was: `12s`, `5m`, `3h`, `2d`. Both parameters in ms since the epoch. A moment after
 * `now` (from a clock that is wrong) counts as the present.
 */
export function shortTimeText(instant: number, now: number): string {
  const seconds = Math.max(1, Math.floor((now - instant) / 1000));
  if (seconds < MINUTE_SECONDS) return `${seconds}s`;
  if (seconds < HOUR_SECONDS) return `${Math.floor(seconds / MINUTE_SECONDS)}m`;
  if (seconds < DAY_SECONDS) return `${Math.floor(seconds / HOUR_SECONDS)}h`;
  return `${Math.floor(seconds / DAY_SECONDS)}d`;
}
