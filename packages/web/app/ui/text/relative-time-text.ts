const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;
const YEAR = 365 * DAY;

function ago(count: number, one: string, many: string) {
  return `${count} ${count === 1 ? one : many} atrás`;
}

/**
 * How long before `now` a moment was, in words: `agora`, `4 minutos atrás`, `1 hora atrás`.
 * Both in ms since the epoch; a moment ahead (a clock that is off) counts as now.
 */
export function relativeTimeText(moment: number, now: number): string {
  const seconds = Math.floor((now - moment) / 1000);
  if (seconds < MINUTE) return 'agora';
  if (seconds < HOUR) return ago(Math.floor(seconds / MINUTE), 'minuto', 'minutos');
  if (seconds < DAY) return ago(Math.floor(seconds / HOUR), 'hora', 'horas');
  if (seconds < MONTH) return ago(Math.floor(seconds / DAY), 'dia', 'dias');
  if (seconds < YEAR) return ago(Math.floor(seconds / MONTH), 'mês', 'meses');
  return ago(Math.floor(seconds / YEAR), 'ano', 'anos');
}
