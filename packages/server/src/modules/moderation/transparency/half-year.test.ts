import { expect, it } from 'vitest';
import {
  finishedHalfYears,
  firstDayOf,
  halfYearOf,
  halfYearText,
  nextHalfYear,
} from './half-year.ts';

it.each([
  ['2026-07-01T02:59:59.999Z', '2026-1'],
  ['2026-07-01T03:00:00.000Z', '2026-2'],
  ['2027-01-01T02:59:59.999Z', '2026-2'],
  ['2027-01-01T03:00:00.000Z', '2027-1'],
])('%s is in %s, by the calendar of Brasília', (time, half) => {
  expect(halfYearText(halfYearOf(new Date(time)))).toBe(half);
});

it('are finished up to the one before that of now', () => {
  const finishedAt = (now: string) =>
    finishedHalfYears({ year: 2025, part: 2 }, new Date(now)).map(halfYearText);
  expect(finishedAt('2025-12-31T12:00:00Z')).toEqual([]);
  expect(finishedAt('2026-07-01T02:59:59Z')).toEqual(['2025-2']);
  expect(finishedAt('2027-01-01T03:00:00Z')).toEqual(['2025-2', '2026-1', '2026-2']);
});

it('begin in January and July', () => {
  expect(firstDayOf({ year: 2026, part: 1 })).toBe('2026-01-01');
  expect(firstDayOf(nextHalfYear({ year: 2026, part: 1 }))).toBe('2026-07-01');
  expect(firstDayOf(nextHalfYear({ year: 2026, part: 2 }))).toBe('2027-01-01');
});
