import { expect, it } from 'vitest';
import { MAX_VITAL_BUCKET, vitalBounds, vitalBucket, vitalMetrics } from './web-vitals.ts';

it.each([
  ['LCP', 0, 0],
  ['LCP', 500, 0],
  ['LCP', 500.1, 1],
  ['LCP', 60_000, 10],
  ['CLS', 0.02, 2],
  ['CLS', 0.021, 3],
  ['CLS', 7, 10],
  ['INP', 200, 3],
  ['TTFB', 1, 0],
] as const)('%s of %d falls into bucket %d', (metric, value, bucket) => {
  expect(vitalBucket(metric, value)).toBe(bucket);
});

it('every metric has ascending bounds, and all metrics have the same number of buckets', () => {
  for (const metric of vitalMetrics) {
    const bounds: readonly number[] = vitalBounds[metric];
    expect(bounds).toHaveLength(MAX_VITAL_BUCKET);
    expect(bounds.toSorted((a, b) => a - b)).toEqual(bounds);
  }
});
