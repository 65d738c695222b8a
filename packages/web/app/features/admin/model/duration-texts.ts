const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * A duration in its largest unit, rounded down but at least one minute: `5 min`, `47 h`, `2 dias`. Unlike `durationText`
 * of `lib/format`, it counts hours up to two days, because deadlines of the queue are a few hours long.
 */
function queueDurationText(durationMs: number): string {
  if (durationMs < HOUR_MS) return `${Math.max(1, Math.floor(durationMs / MINUTE_MS))} min`;
  if (durationMs < 2 * DAY_MS) return `${Math.floor(durationMs / HOUR_MS)} h`;
  return `${Math.floor(durationMs / DAY_MS)} dias`;
}

/** How long an item has been waiting: `agora` or a duration. Both parameters in ms since the epoch. */
export function caseAgeText(createdAt: number, now: number): string {
  return now - createdAt < MINUTE_MS ? 'agora' : queueDurationText(now - createdAt);
}

export interface DeadlineText {
  readonly text: string;
  /** `soon`: a quarter or less of the time between creation and deadline is left. */
  readonly state: 'calm' | 'soon' | 'late';
}

/** Time to the deadline as text: `vence em 3 h`, `atrasado há 2 h`. All parameters in ms since the epoch. */
export function deadlineTextOf(createdAt: number, dueAt: number, now: number): DeadlineText {
  const leftMs = dueAt - now;
  if (leftMs <= 0) return { text: `atrasado há ${queueDurationText(-leftMs)}`, state: 'late' };
  const isSoon = leftMs <= (dueAt - createdAt) / 4;
  return { text: `vence em ${queueDurationText(leftMs)}`, state: isSoon ? 'soon' : 'calm' };
}

function countText(count: number, singular: string, plural: string): string {
  return `${count} ${count === 1 ? singular : plural}`;
}

/** The age of an account in two units at most: `1 ano e 2 meses`, `12 dias`, `hoje`. */
export function accountAgeText(createdAt: number, now: number): string {
  const days = Math.floor((now - createdAt) / DAY_MS);
  if (days < 1) return 'hoje';
  if (days < 30) return countText(days, 'dia', 'dias');
  const months = Math.floor(days / 30.44) || 1;
  const years = Math.floor(months / 12);
  const remainingMonths = months % 12;
  if (years === 0) return countText(months, 'mês', 'meses');
  const yearsText = countText(years, 'ano', 'anos');
  return remainingMonths === 0
    ? yearsText
    : `${yearsText} e ${countText(remainingMonths, 'mês', 'meses')}`;
}

/** A number of hours as text: `40 min`, `3,5 h`, `2,1 dias`; a dash for null. */
export function hoursText(hourCount: number | null): string {
  if (hourCount === null) return '–';
  if (hourCount < 1) return `${Math.max(1, Math.round(hourCount * 60))} min`;
  const numberFormat = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });
  return hourCount < 48
    ? `${numberFormat.format(hourCount)} h`
    : `${numberFormat.format(hourCount / 24)} dias`;
}
