import { expect, test } from 'vitest';
import { incomeScale, labeledDays, roundUpScaleTop, shortDate } from './income-scale.ts';

test('the top of the scale is round and never below R$ 10,00', () => {
  expect([0, 1, 1_000, 1_001, 2_500, 40_950, 100_001].map(roundUpScaleTop)).toEqual([
    1_000, 1_000, 1_000, 2_000, 5_000, 50_000, 200_000,
  ]);
});

test('days keep their order, their label and their share', () => {
  const { days, topCentavos } = incomeScale([
    { day: '2026-11-18', amount: '0.00' },
    { day: '2026-11-19', amount: '40.95' },
  ]);
  expect(topCentavos).toBe(5_000);
  expect(days.map(({ label, heightShare }) => [label, heightShare])).toEqual([
    ['18/11', 0],
    ['19/11', 0.819],
  ]);
  expect(shortDate('2026-01-02')).toBe('02/01');
});

test('labels are few and evenly spread, and today has one', () => {
  expect(labeledDays(7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(labeledDays(30)).toEqual([4, 9, 14, 19, 24, 29]);
  expect(labeledDays(90).at(-1)).toBe(89);
  expect(labeledDays(90).length).toBeLessThanOrEqual(7);
});
