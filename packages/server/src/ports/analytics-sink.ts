import type { AnalyticsEvent } from '@guilda/contract/analytics';

/** Events of one browser whose visitor agreed to be counted. */
export interface AnalyticsBatch {
  /** A random name of the browser; null when it gave none. Only a service that needs one may have it. */
  readonly client: string | null;
  readonly events: readonly AnalyticsEvent[];
}

/** Where events are counted (`product §10`). Nothing in them says who. */
export interface AnalyticsSink {
  /** Whether the batch arrived; never rejects, for nobody waits for figures. */
  take(batch: AnalyticsBatch): Promise<boolean>;
}
