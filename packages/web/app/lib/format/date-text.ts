const timeFormat = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit' });
const dayMonthFormat = new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit' });
const dateFormat = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short' });

function isSameDay(firstDate: Date, secondDate: Date) {
  return firstDate.toDateString() === secondDate.toDateString();
}

/** A moment in its shortest unambiguous form: `20:05` today, `18/11` in the year of `now`, otherwise `18/11/2025`. */
export function shortDateTimeText(instant: Date, now: Date): string {
  if (isSameDay(instant, now)) return timeFormat.format(instant);
  return (instant.getFullYear() === now.getFullYear() ? dayMonthFormat : dateFormat).format(
    instant,
  );
}

/** Time of day after its day: `Hoje, 20:02`, `Ontem, 20:02`, `18/11, 20:02`. */
export function dayAndTimeText(instant: Date, now: Date): string {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (isSameDay(instant, now)) return `Hoje, ${timeFormat.format(instant)}`;
  if (isSameDay(instant, yesterday)) return `Ontem, ${timeFormat.format(instant)}`;
  return `${shortDateTimeText(instant, now)}, ${timeFormat.format(instant)}`;
}

/** A moment inside a sentence: `hoje, 20:02`, `amanhã, 20:02`, `30/11, 12:09`. */
export function timeInSentence(instant: Date, now: Date): string {
  const tomorrow = new Date(now);
  tomorrow.setDate(now.getDate() + 1);
  if (isSameDay(instant, tomorrow)) return `amanhã, ${timeFormat.format(instant)}`;
  const text = dayAndTimeText(instant, now);
  return text.charAt(0).toLowerCase() + text.slice(1);
}

const dateTimeFormat = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short' });

/** Full date and time of day: `18/11/2026, 20:02`. */
export function fullDateTimeText(instant: Date): string {
  return dateTimeFormat.format(instant);
}
