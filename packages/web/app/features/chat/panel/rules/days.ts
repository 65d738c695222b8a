import { dateText } from '../../../../lib/format/date-text.ts';

/** The label above a day's messages: `Hoje`, `Ontem` or `dd/MM/yyyy`. */
export function messageDayLabel(instant: Date, now: Date): string {
  const day = dateText(instant);
  if (day === dateText(now)) return 'Hoje';
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  return day === dateText(yesterday) ? 'Ontem' : day;
}

/** Time from `now` to the next local midnight, in ms. */
export function msUntilMidnight(now: Date): number {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return midnight.getTime() - now.getTime();
}
