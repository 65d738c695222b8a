import { numberText } from './count-text.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A duration in its largest unit, at least one minute: `1 min`, `3 h`, `2 dias`. */
export function durationText(durationMs: number): string {
  if (durationMs < HOUR_MS) return `${Math.max(1, Math.floor(durationMs / MINUTE_MS))} min`;
  if (durationMs < DAY_MS) return `${Math.floor(durationMs / HOUR_MS)} h`;
  const days = Math.floor(durationMs / DAY_MS);
  return days === 1 ? '1 dia' : `${days} dias`;
}

/** A duration as `1 hora`, `36 horas` or `3 dias`; whole days from 48 hours on, other durations in hours. */
export function durationInHoursText(hourCount: number): string {
  if (hourCount >= 48 && hourCount % 24 === 0) return `${hourCount / 24} dias`;
  return countText(hourCount, 'hora', 'horas');
}

/** A duration as `1 minuto` or `60 minutos`. */
export const durationInMinutesText = (minutes: number): string =>
  countText(minutes, 'minuto', 'minutos');

function countText(count: number, singular: string, plural: string): string {
  return `${numberText(count)} ${count === 1 ? singular : plural}`;
}
