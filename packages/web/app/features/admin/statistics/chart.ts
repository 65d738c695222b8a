/** The sum of the values. */
export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** A part of a whole in whole percent; a dash where the whole is nothing. */
export function percentText(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((part / whole) * 100)} %`;
}

/** `2026-11-22` as `22/11`. */
export function dayText(day: string): string {
  const [, month = '', date = ''] = day.split('-');
  return `${date}/${month}`;
}

export interface ChartBar {
  readonly x: number;
  readonly width: number;
  /** Share of the chart's height, 0 to 1. */
  readonly share: number;
}

/**
 * Bars of a chart of this width (units of the drawing), with a gap of a fifth between them. The highest value fills the
 * chart; every value above zero is visible.
 */
export function chartBars(values: readonly number[], width: number): ChartBar[] {
  const highest = Math.max(...values, 0);
  const step = width / Math.max(values.length, 1);
  return values.map((value, index) => ({
    x: index * step + step * 0.1,
    width: step * 0.8,
    share: highest === 0 || value <= 0 ? 0 : Math.max(value / highest, 0.03),
  }));
}
