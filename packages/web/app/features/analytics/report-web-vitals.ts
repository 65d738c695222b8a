import type { AnalyticsEvent } from '@guilda/contract/privacy/analytics';
import { type VitalMetric, vitalBucket } from '@guilda/contract/privacy/web-vitals';
import { type Metric, onCLS, onINP, onLCP, onTTFB } from 'web-vitals';
import { screenName } from '../../lib/navigation/screen-name.ts';

/** Media query for the widths at which pages have the layout of phones. */
const PHONE_WIDTH_QUERY = '(max-width: 63.99rem)';

/**
 * Measures loading speed (LCP, TTFB), responsiveness (INP) and layout stability (CLS) of the page that the document was
 * opened with. Each value is reported once, as a bucket (a range of values); INP and CLS are final only when the page
 * is hidden. The returned function stops the measurement.
 */
export function reportWebVitals(sendEvent: (event: AnalyticsEvent) => void): () => void {
  const screen = screenName(window.location.pathname);
  const device = window.matchMedia(PHONE_WIDTH_QUERY).matches ? 'phone' : 'desktop';
  const reportedMetrics = new Set<string>();
  let stopped = false;
  const report = (metric: VitalMetric, { value }: Metric) => {
    if (stopped || reportedMetrics.has(metric)) return;
    reportedMetrics.add(metric);
    const bucket = vitalBucket(metric, value);
    sendEvent({ name: 'web_vital', metric, screen, device, bucket });
  };
  onLCP((measured) => report('LCP', measured));
  onINP((measured) => report('INP', measured));
  onCLS((measured) => report('CLS', measured));
  onTTFB((measured) => report('TTFB', measured));
  return () => {
    stopped = true;
  };
}
