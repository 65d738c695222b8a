import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitPrice } from './split-price.ts';

describe('splitting a price', () => {
  it.each([
    [4990, 10, 499, 4491],
    [4, 10, 0, 4],
    [5, 10, 1, 4],
    [14, 10, 1, 13],
    [15, 10, 2, 13],
    [1, 50, 1, 0],
    [0, 10, 0, 0],
    [4990, 0, 0, 4990],
    [4990, 100, 4990, 0],
    [5_000_000, 10, 500_000, 4_500_000],
  ])(
    'splits %i centavos at %i %% into the fee %i and the net amount %i',
    (amount, percent, fee, net) => {
      expect(splitPrice(amount, percent)).toEqual({ fee, net });
    },
  );

  it('adds up to the amount, has no negative part, and rounds the fee by half a centavo at most', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_000 }),
        fc.integer({ min: 0, max: 100 }),
        (amount, percent) => {
          const { fee, net } = splitPrice(amount, percent);
          expect(fee + net).toBe(amount);
          expect(Math.min(fee, net)).toBeGreaterThanOrEqual(0);
          const roundingError = fee * 100 - amount * percent;
          expect(roundingError).toBeGreaterThan(-50);
          expect(roundingError).toBeLessThanOrEqual(50);
        },
      ),
    );
  });

  it.each([
    [-1, 10],
    [1.5, 10],
    [Number.NaN, 10],
    [100, -1],
    [100, 101],
    [100, 2.5],
  ])('refuses %d centavos at %d %%', (amount, percent) => {
    expect(() => splitPrice(amount, percent)).toThrow(RangeError);
  });
});
