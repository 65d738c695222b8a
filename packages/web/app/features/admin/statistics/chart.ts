export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** `partCount` as a percentage of `wholeCount`, rounded to whole percent; a dash when `wholeCount` is 0. */
export function percentText(partCount: number, wholeCount: number): string {
  return wholeCount === 0 ? '–' : `${Math.round((partCount / wholeCount) * 100)} %`;
}

/** A date `2026-11-22` as `22/11`. */
export function dayText(isoDay: string): string {
  const [, month = '', date = ''] = isoDay.split('-');
  return `${date}/${month}`;
}

export interface ChartBar {
  readonly x: number;
  readonly width: number;
  /** Height of the bar as a share of the chart's height, from 0 to 1. */
  readonly share: number;
}

/**
 * Bars of a chart that is `width` units of the drawing wide; the gap between two bars is a quarter of a bar's width.
 * The highest value fills the chart's height; every value above zero has a visible bar.
 */
export function chartBars(values: readonly number[], width: number): ChartBar[] {
  const highest = Math.max(...values, 0);
  const columnWidth = width / Math.max(values.length, 1);
  return values.map((value, index) => ({
    x: index * columnWidth + columnWidth * 0.1,
    width: columnWidth * 0.8,
    share: highest === 0 || value <= 0 ? 0 : Math.max(value / highest, 0.03),
  }));
}
