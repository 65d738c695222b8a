import type { Metric, MetricLabels } from './metric-list.ts';

/** A value of a gauge with its labels. */
export interface GaugeValue<M extends Metric> {
  readonly labels: MetricLabels<M>;
  readonly value: number;
}

/**
 * Records metrics (`ports/metric-list.ts`). Never throws and never blocks. Label values come from small fixed sets: never
 * ids, names or texts.
 */
export interface Meter {
  /** Adds to a counter, 1 by default. */
  count<M extends Metric>(metric: M, labels: MetricLabels<M>, by?: number): void;
  /** Adds a duration in seconds to a histogram. */
  time<M extends Metric>(metric: M, labels: MetricLabels<M>, seconds: number): void;
  /** Registers the reader of a gauge, called at each scrape; no value when it fails. */
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
