import type { Metric, MetricLabels } from './metric-list.ts';

/** A value of a gauge with its labels. */
export interface GaugeValue<M extends Metric> {
  readonly labels: MetricLabels<M>;
  readonly value: number;
}

/**
 * Records metrics (`ports/metric-list.ts`). Never throws and never blocks. Label values come from small fixed sets:
 * never ids, names or free text.
 */
export interface Meter {
  /** Adds `by` (1 by default) to a counter. */
  count<M extends Metric>(metric: M, labels: MetricLabels<M>, by?: number): void;
  /** Adds a duration in seconds to a histogram. */
  time<M extends Metric>(metric: M, labels: MetricLabels<M>, seconds: number): void;
  /** Registers a function that reads a gauge at each scrape; when it fails, the gauge has no value. */
  gauge<M extends Metric>(
    metric: M,
    read: () => readonly GaugeValue<M>[] | Promise<readonly GaugeValue<M>[]>,
  ): void;
}

/** A meter that records nothing. */
export const noMeter: Meter = {
  count: () => undefined,
  time: () => undefined,
  gauge: () => undefined,
};
