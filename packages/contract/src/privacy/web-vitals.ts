/** Web vitals that browsers measure; see `vitalBounds`. */
export const vitalMetrics = ['LCP', 'INP', 'CLS', 'TTFB'] as const;
export type VitalMetric = (typeof vitalMetrics)[number];

/** Classes of devices by the width of the layout. */
export const deviceClasses = ['phone', 'desktop'] as const;
export type DeviceClass = (typeof deviceClasses)[number];

/**
 * Upper bounds of the buckets in which measured values are counted, ascending; one more bucket contains values above
 * the last bound. In ms: LCP (time until the largest element is painted), INP (time until the slowest press is answered
 * on screen) and TTFB (time until the first byte). In thousandths: CLS (amount of layout shift).
 */
export const vitalBounds = {
  LCP: [500, 1000, 1500, 1800, 2000, 2500, 3000, 4000, 6000, 10_000],
  INP: [50, 100, 150, 200, 300, 400, 500, 750, 1000, 2000],
  CLS: [5, 10, 20, 50, 100, 150, 200, 250, 500, 1000],
  TTFB: [50, 100, 200, 300, 500, 800, 1000, 1800, 3000, 6000],
} as const satisfies Record<VitalMetric, readonly number[]>;

/** Highest number of a bucket; the lowest is 0. */
export const MAX_VITAL_BUCKET = vitalBounds.LCP.length;

/** Bucket number of a measured value, which is in ms, or for CLS the layout shift score (not in thousandths). */
export function vitalBucket(metric: VitalMetric, value: number): number {
  const scaledValue = metric === 'CLS' ? value * 1000 : value;
  const bounds: readonly number[] = vitalBounds[metric];
  const index = bounds.findIndex((bound) => scaledValue <= bound);
  return index === -1 ? bounds.length : index;
}
