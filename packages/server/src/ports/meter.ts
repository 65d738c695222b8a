import type { Metric, MetricLabels } from './metric-list.ts';

/** One value of a gauge under its labels. */
export interface Reading<M extends Metric> {
  readonly labels: MetricLabels<M>;
  readonly value: number;
}

/**
 * Counts what happens in the program (`ports/metric-list.ts`). Nothing here ever throws or waits: whoever
 * counts goes on as if nobody did. Labels have few values, known beforehand: never ids, names or texts.
 */
export interface Meter {
  /** Adds to a counter; 1 unless told. */
  count<M extends Metric>(metric: M, labels: MetricLabels<M>, by?: number): void;
  /** Puts one duration, in seconds, into a histogram. */
  time<M extends Metric>(metric: M, labels: MetricLabels<M>, seconds: number): void;
  /** Names what reads a gauge when somebody looks; one that fails has no value then. */
  gauge<M extends Metric>(
    metric: M,
    read: () => readonly Reading<M>[] | Promise<readonly Reading<M>[]>,
  ): void;
}

/** Nobody looks: nothing is counted. */
export const noMeter: Meter = {
  count: () => undefined,
  time: () => undefined,
  gauge: () => undefined,
};
