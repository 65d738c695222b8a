const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const MONTH_SECONDS = 30 * DAY_SECONDS;
const YEAR_SECONDS = 365 * DAY_SECONDS;

function agoText(count: number, singular: string, plural: string) {
  return `${count} ${count === 1 ? singular : plural} atrás`;
}

/**
 * How long before `now` a moment was, in words: `agora`, `4 minutos atrás`, `1 hora atrás`. Both parameters in ms since
 * the epoch. A moment after `now` (from a clock that is wrong) counts as the present.
 */
export function relativeTimeText(instant: number, now: number): string {
  const seconds = Math.floor((now - instant) / 1000);
  if (seconds < MINUTE_SECONDS) return 'agora';
  if (seconds < HOUR_SECONDS)
    return agoText(Math.floor(seconds / MINUTE_SECONDS), 'minuto', 'minutos');
  if (seconds < DAY_SECONDS) return agoText(Math.floor(seconds / HOUR_SECONDS), 'hora', 'horas');
  if (seconds < MONTH_SECONDS) return agoText(Math.floor(seconds / DAY_SECONDS), 'dia', 'dias');
  if (seconds < YEAR_SECONDS) return agoText(Math.floor(seconds / MONTH_SECONDS), 'mês', 'meses');
  return agoText(Math.floor(seconds / YEAR_SECONDS), 'ano', 'anos');
}
