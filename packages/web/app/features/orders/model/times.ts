const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const two = (value: number) => String(value).padStart(2, '0');

/** Time gone by as `mm:ss`, from an hour on `HH:mm:ss`; `ms` below zero counts as zero. */
export function stopwatchText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / SECOND_MS));
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours > 0 ? `${two(hours)}:${rest}` : rest;
}

/** How long somebody has been waiting, in ms: `Agora`, `Há 12 min`, `Há 3 h`, `Há 2 dias`. */
export function waitingText(ms: number): string {
  if (ms < MINUTE_MS) return 'Agora';
  if (ms < HOUR_MS) return `Há ${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < DAY_MS) return `Há ${Math.floor(ms / HOUR_MS)} h`;
  const days = Math.floor(ms / DAY_MS);
  return days === 1 ? 'Há 1 dia' : `Há ${days} dias`;
}

const clock = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit' });
const dayMonth = new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit' });
const wholeDay = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short' });

function sameDay(a: Date, b: Date) {
  return a.toDateString() === b.toDateString();
}

/** As short as it is clear beside `now`: `20:05` today, `18/11` this year, `18/11/2025` before. */
export function shortMoment(moment: Date, now: Date): string {
  if (sameDay(moment, now)) return clock.format(moment);
  return (moment.getFullYear() === now.getFullYear() ? dayMonth : wholeDay).format(moment);
}

/** With its day: `Hoje, 20:02`, `Ontem, 20:02`, `18/11, 20:02`. */
export function dayAndHour(moment: Date, now: Date): string {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (sameDay(moment, now)) return `Hoje, ${clock.format(moment)}`;
  if (sameDay(moment, yesterday)) return `Ontem, ${clock.format(moment)}`;
  return `${shortMoment(moment, now)}, ${clock.format(moment)}`;
}
