import { brasiliaDayOf } from '@guilda/contract/brasilia-day';

/** Half a year by the calendar of Brasília. */
export interface HalfYear {
  readonly year: number;
  /** 1 for January to June, 2 for July to December. */
  readonly part: 1 | 2;
}

export function halfYearOf(moment: Date): HalfYear {
  const [year, month] = brasiliaDayOf(moment).split('-').map(Number);
  return { year: year ?? 0, part: (month ?? 0) <= 6 ? 1 : 2 };
}

export const nextHalfYear = ({ year, part }: HalfYear): HalfYear =>
  part === 1 ? { year, part: 2 } : { year: year + 1, part: 1 };

/** `2026-1`. */
export const halfYearText = ({ year, part }: HalfYear): string => `${year}-${part}`;

/** The first day, `yyyy-mm-dd`. */
export const firstDayOf = ({ year, part }: HalfYear): string =>
  `${year}-${part === 1 ? '01' : '07'}-01`;

/** The half-years from `first` on that are over at `now`, oldest first. */
export function finishedHalfYears(first: HalfYear, now: Date): HalfYear[] {
  const finished: HalfYear[] = [];
  const current = halfYearText(halfYearOf(now));
  for (let half = first; halfYearText(half) < current; half = nextHalfYear(half))
    finished.push(half);
  return finished;
}
