const clock = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit' });
const dayMonth = new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit' });
const wholeDay = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short' });

function sameDay(a: Date, b: Date) {
  return a.toDateString() === b.toDateString();
}

/** Shortest unambiguous form relative to `now`: `20:05` today, `18/11` this year, `18/11/2025` before. */
export function shortMoment(moment: Date, now: Date): string {
  if (sameDay(moment, now)) return clock.format(moment);
  return (moment.getFullYear() === now.getFullYear() ? dayMonth : wholeDay).format(moment);
}

/** Time with its day: `Hoje, 20:02`, `Ontem, 20:02`, `18/11, 20:02`. */
export function dayAndHour(moment: Date, now: Date): string {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (sameDay(moment, now)) return `Hoje, ${clock.format(moment)}`;
  if (sameDay(moment, yesterday)) return `Ontem, ${clock.format(moment)}`;
  return `${shortMoment(moment, now)}, ${clock.format(moment)}`;
}

const exact = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short' });

/** Time with the full date: `18/11/2026, 20:02`. */
export function wholeMoment(moment: Date): string {
  return exact.format(moment);
}
