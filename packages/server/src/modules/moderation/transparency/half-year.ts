import { brasiliaDayOf } from '@guilda/contract/brasilia-day';

/** Half a year in Brasília time. */
export interface HalfYear {
  readonly year: number;
  /** 1 means January to June, 2 means July to December. */
  readonly part: 1 | 2;
}

export function halfYearOf(instant: Date): HalfYear {
  const [year, month] = brasiliaDayOf(instant).split('-').map(Number);
  return { year: year ?? 0, part: (month ?? 0) <= 6 ? 1 : 2 };
}

export const nextHalfYear = ({ year, part }: HalfYear): HalfYear =>
  part === 1 ? { year, part: 2 } : { year: year + 1, part: 1 };

/** The half-year as text, such as `2026-1`. */
export const halfYearText = ({ year, part }: HalfYear): string => `${year}-${part}`;

/** The first day of the half-year as `yyyy-mm-dd`. */
export const firstDayOf = ({ year, part }: HalfYear): string =>
  `${year}-${part === 1 ? '01' : '07'}-01`;

/** The half-years since `firstHalfYear` that have ended before `now`, oldest first. */
export function finishedHalfYears(firstHalfYear: HalfYear, now: Date): HalfYear[] {
  const endedHalfYears: HalfYear[] = [];
  const current = halfYearText(halfYearOf(now));
  for (let half = firstHalfYear; halfYearText(half) < current; half = nextHalfYear(half))
    endedHalfYears.push(half);
  return endedHalfYears;
}
