import { parseMoney } from '@guilda/contract/money';
import type { SalesOverview } from '@guilda/contract/orders';

/** A day of the chart. */
export interface IncomeDay {
  /** `yyyy-mm-dd`. */
  readonly day: string;
  /** `18/11` */
  readonly label: string;
  readonly centavos: number;
  /** Share of the scale's top, 0 to 1. */
  readonly share: number;
}

/** The days of a chart and the round amount at its top. */
export interface IncomeScale {
  readonly days: readonly IncomeDay[];
  /** Centavos. */
  readonly top: number;
}

/** `2026-11-18` → `18/11`. */
export function shortDate(day: string): string {
  return `${day.slice(8, 10)}/${day.slice(5, 7)}`;
}

/** The next of 1, 2 or 5 times a power of ten, at least R$ 10,00; centavos. */
export function roundUpScaleTop(most: number): number {
  let step = 1_000;
  for (;;) {
    for (const factor of [1, 2, 5]) if (step * factor >= most) return step * factor;
    step *= 10;
  }
}

/** The bars of a seller's income. */
export function incomeScale(income: SalesOverview['income']): IncomeScale {
  const amounts = income.map(({ amount }) => parseMoney(amount) ?? 0);
  const top = roundUpScaleTop(Math.max(0, ...amounts));
  const days = income.map(({ day }, index) => {
    const centavos = amounts[index] ?? 0;
    return { day, label: shortDate(day), centavos, share: centavos / top };
  });
  return { days, top };
}

/** Indexes of the days that get a label below the chart: evenly spread, always including today. */
export function labeledDays(count: number): number[] {
  const every = count <= 7 ? 1 : Math.ceil(count / 6);
  const picked: number[] = [];
  for (let index = count - 1; index >= 0; index -= every) picked.unshift(index);
  return picked;
}
