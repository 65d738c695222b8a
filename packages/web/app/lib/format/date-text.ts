// These functions do without `Intl.DateTimeFormat`, because a page's first one takes 30 ms of a fast processor, during
// which the page does not react.

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Local time of day: `20:02`. */
export const timeOfDayText = (instant: Date): string =>
  `${twoDigits(instant.getHours())}:${twoDigits(instant.getMinutes())}`;

const dayMonthText = (instant: Date): string =>
  `${twoDigits(instant.getDate())}/${twoDigits(instant.getMonth() + 1)}`;

/** Local date: `18/11/2026`. */
export const dateText = (instant: Date): string =>
  `${dayMonthText(instant)}/${instant.getFullYear()}`;

function isSameDay(firstDate: Date, secondDate: Date) {
  return firstDate.toDateString() === secondDate.toDateString();
}

/** A moment in its shortest unambiguous form: `20:05` today, `18/11` in the year of `now`, otherwise `18/11/2025`. */
export function shortDateTimeText(instant: Date, now: Date): string {
  if (isSameDay(instant, now)) return timeOfDayText(instant);
  return instant.getFullYear() === now.getFullYear() ? dayMonthText(instant) : dateText(instant);
}

/** Time of day after its day: `Hoje, 20:02`, `Ontem, 20:02`, `18/11, 20:02`. */
export function dayAndTimeText(instant: Date, now: Date): string {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (isSameDay(instant, now)) return `Hoje, ${timeOfDayText(instant)}`;
  if (isSameDay(instant, yesterday)) return `Ontem, ${timeOfDayText(instant)}`;
  return `${shortDateTimeText(instant, now)}, ${timeOfDayText(instant)}`;
}

/** A moment inside a sentence: `hoje, 20:02`, `amanhã, 20:02`, `30/11, 12:09`. */
export function timeInSentence(instant: Date, now: Date): string {
  const tomorrow = new Date(now);
  tomorrow.setDate(now.getDate() + 1);
  if (isSameDay(instant, tomorrow)) return `amanhã, ${timeOfDayText(instant)}`;
  const text = dayAndTimeText(instant, now);
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Full date and time of day: `18/11/2026, 20:02`. */
export const fullDateTimeText = (instant: Date): string =>
  `${dateText(instant)}, ${timeOfDayText(instant)}`;
