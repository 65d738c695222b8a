import { describe, expect, it } from 'vitest';
import { barsOf, dayText, shareText, sumOf } from './chart.ts';

describe('figures', () => {
  it('draws columns against the highest, and shows whatever is not nothing', () => {
    const bars = barsOf([0, 5, 10, 0.01], 400);
    expect(bars.map(({ share }) => share)).toEqual([0, 0.5, 1, 0.03]);
    expect(bars[1]).toMatchObject({ x: 110, width: 80 });
    expect(barsOf([0, 0], 10).every(({ share }) => share === 0)).toBe(true);
    expect(barsOf([], 10)).toEqual([]);
  });

  it('says days, shares and sums', () => {
    expect(dayText('2026-11-22')).toBe('22/11');
    expect(shareText(9, 10)).toBe('90 %');
    expect(shareText(0, 0)).toBe('–');
    expect(sumOf([1, 2])).toBe(3);
  });
});
