const dayFormat = new Intl.DateTimeFormat('pt-BR', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});
const timeFormat = new Intl.DateTimeFormat('pt-BR', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** The local date of a moment as text; equal for moments of the same day. */
export function localDayText(instant: Date): string {
  return dayFormat.format(instant);
}

/** The label above a day's messages: `Hoje`, `Ontem` or `dd/MM/yyyy`. */
export function messageDayLabel(instant: Date, now: Date): string {
  const day = localDayText(instant);
  if (day === localDayText(now)) return 'Hoje';
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  return day === localDayText(yesterday) ? 'Ontem' : day;
}

/** The local time of a message as `HH:mm`. */
export function messageTime(instant: Date): string {
  return timeFormat.format(instant);
}

/** Time from `now` to the next local midnight, in ms. */
export function msUntilMidnight(now: Date): number {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return midnight.getTime() - now.getTime();
}
