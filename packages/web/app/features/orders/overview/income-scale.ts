import { parseMoney } from '@guilda/contract/money/money';
import type { SalesOverview } from '@guilda/contract/orders/orders';

/** One day of the chart. */
export interface IncomeDay {
  /** Date as `yyyy-mm-dd`. */
  readonly day: string;
  /** Date as `18/11`. */
  readonly label: string;
  readonly centavos: number;
  /** Height of the bar as a share of the chart's height, from 0 to 1. */
  readonly heightShare: number;
}

/** The days of a chart and the rounded amount at its top. */
export interface IncomeScale {
  readonly days: readonly IncomeDay[];
  /** Amount at the top of the chart, in centavos. */
  readonly topCentavos: number;
}

/** A date `2026-11-18` as `18/11`. */
export function shortDate(isoDay: string): string {
  return `${isoDay.slice(8, 10)}/${isoDay.slice(5, 7)}`;
}

/** Rounds an amount in centavos up to 1, 2 or 5 times a power of ten; the result is at least R$ 10,00. */
export function roundUpScaleTop(maxAmount: number): number {
  let step = 1_000;
  for (;;) {
    for (const factor of [1, 2, 5]) if (step * factor >= maxAmount) return step * factor;
    step *= 10;
  }
}

/** Converts a seller's income to the bars of the chart. */
export function incomeScale(incomeDays: SalesOverview['income']): IncomeScale {
  const amounts = incomeDays.map(({ amount }) => parseMoney(amount) ?? 0);
  const topCentavos = roundUpScaleTop(Math.max(0, ...amounts));
  const days = incomeDays.map(({ day }, index) => {
    const centavos = amounts[index] ?? 0;
    return { day, label: shortDate(day), centavos, heightShare: centavos / topCentavos };
  });
  return { days, topCentavos };
}

/** Indexes of the days with a label below the chart: evenly spaced, always including today. */
export function labeledDays(count: number): number[] {
  const dayStep = count <= 7 ? 1 : Math.ceil(count / 6);
  const labeledIndexes: number[] = [];
  for (let index = count - 1; index >= 0; index -= dayStep) labeledIndexes.unshift(index);
  return labeledIndexes;
}
