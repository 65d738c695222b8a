import type { NoticeSettings } from '@guilda/contract/reach';

const DAY_MINUTES = 1440;
const MINUTE_MS = 60_000;

type Quiet = Pick<NoticeSettings, 'quietHours' | 'timeZone'>;

const minutesOf = (clockTime: string) => {
  const [hours = 0, minutes = 0] = clockTime.split(':').map(Number);
  return hours * 60 + minutes;
};

/** What the clock on the wall shows in a zone, in minutes after midnight. */
function wallMinutes(now: Date, timeZone: string): number {
  const shown = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(now);
  return minutesOf(shown);
}

/** Minutes from one time of the day to the next moment the clock shows the other. */
const ahead = (from: number, to: number) => (to - from + DAY_MINUTES) % DAY_MINUTES;

/**
 * When the quiet of this moment ends; null when it is not quiet. The first minute is quiet, the last
 * is not; the same time twice means never. Where clocks change in between, the end may be off by
 * that: ask again then.
 */
export function quietUntil({ quietHours, timeZone }: Quiet, now: Date): Date | null {
  if (!quietHours) return null;
  const [from, to] = [minutesOf(quietHours.from), minutesOf(quietHours.to)];
  const wall = wallMinutes(now, timeZone);
  if (ahead(from, wall) >= ahead(from, to)) return null;
  const minute = Math.floor(now.getTime() / MINUTE_MS);
  return new Date((minute + ahead(wall, to)) * MINUTE_MS);
}
