import { describe, expect, it } from 'vitest';
import { chartBars, dayText, percentText, sumOf } from './chart.ts';

describe('a chart of the statistics', () => {
  it('scales columns to the highest one, and shows every value above zero', () => {
    const bars = chartBars([0, 5, 10, 0.01], 400);
    expect(bars.map(({ share }) => share)).toEqual([0, 0.5, 1, 0.03]);
    expect(bars[1]).toMatchObject({ x: 110, width: 80 });
    expect(chartBars([0, 0], 10).every(({ share }) => share === 0)).toBe(true);
    expect(chartBars([], 10)).toEqual([]);
  });

  it('describes days, shares and sums as text', () => {
    expect(dayText('2026-11-22')).toBe('22/11');
    expect(percentText(9, 10)).toBe('90 %');
    expect(percentText(0, 0)).toBe('–');
    expect(sumOf([1, 2])).toBe(3);
  });
});
