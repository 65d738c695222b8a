const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * How long before `now` a moment was, in the unit that fits: `12s`, `5m`, `3h`, `2d`. Both
 * in ms since the epoch; a moment ahead (a clock that is off) counts as just gone.
 */
export function shortTime(moment: number, now: number): string {
  const seconds = Math.max(1, Math.floor((now - moment) / 1000));
  if (seconds < MINUTE) return `${seconds}s`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)}m`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)}h`;
  return `${Math.floor(seconds / DAY)}d`;
}
