const timeFormat = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit' });
const dayMonthFormat = new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit' });
const dateFormat = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short' });

function isSameDay(a: Date, b: Date) {
  return a.toDateString() === b.toDateString();
}

/** A moment in its shortest unambiguous form: `20:05` today, `18/11` in the year of `now`, otherwise `18/11/2025`. */
export function shortDateTimeText(moment: Date, now: Date): string {
  if (isSameDay(moment, now)) return timeFormat.format(moment);
  return (moment.getFullYear() === now.getFullYear() ? dayMonthFormat : dateFormat).format(moment);
}

/** Time of day after its day: `Hoje, 20:02`, `Ontem, 20:02`, `18/11, 20:02`. */
export function dayAndTimeText(moment: Date, now: Date): string {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (isSameDay(moment, now)) return `Hoje, ${timeFormat.format(moment)}`;
  if (isSameDay(moment, yesterday)) return `Ontem, ${timeFormat.format(moment)}`;
  return `${shortDateTimeText(moment, now)}, ${timeFormat.format(moment)}`;
}

/** A moment inside a sentence: `hoje, 20:02`, `amanhã, 20:02`, `30/11, 12:09`. */
export function timeInSentence(moment: Date, now: Date): string {
  const tomorrow = new Date(now);
  tomorrow.setDate(now.getDate() + 1);
  if (isSameDay(moment, tomorrow)) return `amanhã, ${timeFormat.format(moment)}`;
  const text = dayAndTimeText(moment, now);
  return text.charAt(0).toLowerCase() + text.slice(1);
}

const dateTimeFormat = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short' });

/** Full date and time of day: `18/11/2026, 20:02`. */
export function fullDateTimeText(moment: Date): string {
  return dateTimeFormat.format(moment);
}
