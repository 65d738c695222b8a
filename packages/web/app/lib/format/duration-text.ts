const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A duration in its largest unit, at least one minute: `1 min`, `3 h`, `2 dias`. */
export function durationText(ms: number): string {
  if (ms < HOUR_MS) return `${Math.max(1, Math.floor(ms / MINUTE_MS))} min`;
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  const days = Math.floor(ms / DAY_MS);
  return days === 1 ? '1 dia' : `${days} dias`;
}

/** A duration as `1 hora`, `36 horas` or `3 dias`; whole days from 48 hours on. */
export function durationInHoursText(hours: number): string {
  if (hours >= 48 && hours % 24 === 0) return `${hours / 24} dias`;
  return countText(hours, 'hora', 'horas');
}

/** A duration as `1 minuto` or `60 minutos`. */
export const durationInMinutesText = (minutes: number): string =>
  countText(minutes, 'minuto', 'minutos');

function countText(number: number, one: string, many: string): string {
  return `${number.toLocaleString('pt-BR')} ${number === 1 ? one : many}`;
}
