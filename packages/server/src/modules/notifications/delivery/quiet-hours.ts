import type { DeliveryPreferences } from '@guilda/contract/notifications/notification-delivery';

const DAY_MINUTES = 1440;
const MINUTE_MS = 60_000;

type QuietHours = Pick<DeliveryPreferences, 'quietHours' | 'timeZone'>;

const minutesOfDay = (clockTime: string) => {
  const [hours = 0, minutes = 0] = clockTime.split(':').map(Number);
  return hours * 60 + minutes;
};

/** Local time in a time zone, in minutes after midnight. */
function localMinutes(now: Date, timeZone: string): number {
  const localTimeText = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(now);
  return minutesOfDay(localTimeText);
}

/** Minutes from the time of day `from` to the next `to`, both in minutes after midnight. */
const minutesUntil = (from: number, to: number) => (to - from + DAY_MINUTES) % DAY_MINUTES;

/**
 * When the current quiet hours end; null outside of quiet hours. The start belongs to the quiet hours, the end does
 * not; equal start and end mean no quiet hours. The result may be wrong by an hour when daylight saving time
 * changes between `now` and the result, so the caller must check again when the result is reached.
 */
export function endOfQuietHours({ quietHours, timeZone }: QuietHours, now: Date): Date | null {
  if (!quietHours) return null;
  const [from, to] = [minutesOfDay(quietHours.from), minutesOfDay(quietHours.to)];
  const localMinute = localMinutes(now, timeZone);
  if (minutesUntil(from, localMinute) >= minutesUntil(from, to)) return null;
  const minute = Math.floor(now.getTime() / MINUTE_MS);
  return new Date((minute + minutesUntil(localMinute, to)) * MINUTE_MS);
}
