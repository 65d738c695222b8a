import type { AnalyticsEvent } from '@guilda/contract/privacy/analytics';

/** Events of one browser whose visitor consented to analytics. */
export interface AnalyticsBatch {
  /**
   * Random client id of the browser; null when the browser sent none. Passed only to services that need a client id.
   */
  readonly client: string | null;
  readonly events: readonly AnalyticsEvent[];
}

/** Receives analytics events, which contain no personal data: docs/product/privacy.md. */
export interface AnalyticsSink {
  /** Sends a batch; resolves to whether the batch was accepted, and never rejects. */
  take(batch: AnalyticsBatch): Promise<boolean>;
}
