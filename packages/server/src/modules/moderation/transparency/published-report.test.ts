import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CountedHalfYear, publishCount, publishReport } from './published-report.ts';

const emptyHalfYear: CountedHalfYear = {
  reports: {},
  actions: {},
  outcomes: {},
  appeals: 0,
  times: { report: undefined, appeal: undefined },
};

it.each([
  [0, null],
  [1, null],
  [9, null],
  [10, 10],
  [19, 10],
  [20, 20],
  [12_345, 12_340],
])('publishes %i as %s', (count, published) => {
  expect(publishCount(count)).toBe(published);
});

it('puts every count in its place', () => {
  const reports = { minor: 10, user: 20, service: 30, post: 40, comment: 50, review: 60 };
  const actions = {
    ...{ hide: 10, automatic_hide: 20, blur: 30, warn: 40, suspend: 50, ban_picture: 60 },
    ...{ refund: 70, require_age: 80 },
    restore: 90,
    waive_age: 100,
  };
  const outcomes = { upheld: 10, dismissed: 20, granted: 30, denied: 40, answered: 50 };
  expect(
    publishReport('2026-1', { ...emptyHalfYear, reports, actions, outcomes, appeals: 75 }),
  ).toEqual({
    half: '2026-1',
    reports,
    outcomes: { upheld: 10, dismissed: 20 },
    actions: {
      ...{ hide: 10, automaticHide: 20, blur: 30, warn: 40, suspend: 50, banPicture: 60 },
      ...{ refund: 70, requireAge: 80 },
    },
    appeals: { received: 70, granted: 30, denied: 40 },
    times: { reports: null, appeals: null },
  });
});

describe('times', () => {
  const timesOf = (decidedCount: number, median: number, ninetyPercent: number) =>
    publishReport('2026-1', {
      ...emptyHalfYear,
      times: { report: { decided: decidedCount, median, ninetyPercent }, appeal: undefined },
    }).times.reports;
  const hour = 3_600;

  it('of fewer than ten decisions stay hidden', () => {
    expect(timesOf(9, hour, hour)).toBeNull();
    expect(timesOf(10, hour, hour)).toEqual({ median: 1, ninetyPercent: 1 });
  });

  it.each([
    [0, 1],
    [hour + 1, 2],
    [47 * hour, 47],
    [47 * hour + 1, 48],
    [48 * hour + 1, 72],
    [72 * hour, 72],
  ])('of %i seconds are published as %i hours', (seconds, hours) => {
    expect(timesOf(10, seconds, seconds)?.median).toBe(hours);
  });
});

/** The lowest and the highest exact count that is published as this count; null stands for 0 to 9. */
const boundsOf = (published: number | null) =>
  published === null ? ([0, 9] as const) : ([published, published + 9] as const);

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/**
 * For each published count, the number of exact counts that a reader must consider possible. The reader knows how
 * counts are rounded, and that no more cases are decided than received.
 */
function possibleCounts(
  receivedCounts: readonly number[],
  decidedCounts: readonly number[],
): number[] {
  const boundsOfCounts = (counts: readonly number[]) => counts.map(publishCount).map(boundsOf);
  const [receivedBounds, decidedBounds] = [
    boundsOfCounts(receivedCounts),
    boundsOfCounts(decidedCounts),
  ];
  const mostReceived = sum(receivedBounds.map(([, most]) => most));
  const leastDecided = sum(decidedBounds.map(([least]) => least));
  const receivedPossibilities = receivedBounds.map(([least, most]) => {
    const maxOfOthers = mostReceived - most;
    return most - Math.max(least, leastDecided - maxOfOthers) + 1;
  });
  const decidedPossibilities = decidedBounds.map(([least, most]) => {
    const minOfOthers = leastDecided - least;
    return Math.min(most, mostReceived - minOfOthers) - least + 1;
  });
  return [...receivedPossibilities, ...decidedPossibilities];
}

it.each([
  ['reports', 6],
  ['appeals', 1],
])('leaves at least five possibilities for every count of %s', (_, groupCount) => {
  // Generates small counts and counts next to a multiple of ten, for which rounding reveals the most.
  const count = fc.oneof(fc.nat(12), fc.constantFrom(9, 10, 19, 20, 29, 30));
  fc.assert(
    fc.property(
      fc.array(count, { minLength: groupCount, maxLength: groupCount }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (receivedCounts, decidedShare, firstShare) => {
        const decidedCount = Math.round(sum(receivedCounts) * decidedShare);
        const firstDecidedCount = Math.round(decidedCount * firstShare);
        const possibilities = possibleCounts(receivedCounts, [
          firstDecidedCount,
          decidedCount - firstDecidedCount,
        ]);
        expect(Math.min(...possibilities)).toBeGreaterThanOrEqual(5);
      },
    ),
    { numRuns: 2_000 },
  );
});
