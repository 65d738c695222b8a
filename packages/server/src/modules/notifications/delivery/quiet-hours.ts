import type { DeliveryPreferences } from '@guilda/contract/notification-delivery';

const DAY_MINUTES = 1440;
const MINUTE_MS = 60_000;

type QuietHours = Pick<DeliveryPreferences, 'quietHours' | 'timeZone'>;

const minutesOfDay = (clockTime: string) => {
  const [hours = 0, minutes = 0] = clockTime.split(':').map(Number);
  return hours * 60 + minutes;
};

/** Local time in a time zone, in minutes after midnight. */
function localMinutes(now: Date, timeZone: string): number {
  const shown = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(now);
  return minutesOfDay(shown);
}

/** Minutes from one time of day to the next occurrence of another. */
const minutesUntil = (from: number, to: number) => (to - from + DAY_MINUTES) % DAY_MINUTES;

/**
 * When the current quiet hours end; null outside them. The first minute belongs to them, the last does
 * not; equal times mean no quiet hours. The end may be off by a change of clocks in between: check again
 * then.
 */
export function endOfQuietHours({ quietHours, timeZone }: QuietHours, now: Date): Date | null {
  if (!quietHours) return null;
  const [from, to] = [minutesOfDay(quietHours.from), minutesOfDay(quietHours.to)];
  const local = localMinutes(now, timeZone);
  if (minutesUntil(from, local) >= minutesUntil(from, to)) return null;
  const minute = Math.floor(now.getTime() / MINUTE_MS);
  return new Date((minute + minutesUntil(local, to)) * MINUTE_MS);
}
