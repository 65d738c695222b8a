import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client';

type MetricsOfProcess = readonly MetricObjectWithValues<MetricValue<string>>[];

/** The metrics of several processes as those of one. */
export interface MetricsSum {
  readonly contentType: string;
  /** Stores the latest metrics of a process, which `PrometheusMeter.readJson` returned. */
  update(process: string, metrics: unknown): void;
  /** Records that a process has ended; what it counted stays in the sum, so that counters never fall. */
  ended(process: string): void;
  /** The sum in Prometheus's text format. */
  read(): Promise<string>;
}

const isCounted = ({ type }: MetricsOfProcess[number]) =>
  // The library declares `type` as a number, but its JSON contains the type's name.
  ['counter', 'histogram', 'summary'].includes(String(type));

const addMetrics = (all: readonly MetricsOfProcess[]) =>
  AggregatorRegistry.aggregate(all as never[]);

export function createMetricsSum(): MetricsSum {
  const latest = new Map<string, MetricsOfProcess>();
  let endedMetrics: MetricsOfProcess = [];
  let adding = Promise.resolve();
  return {
    contentType: AggregatorRegistry.PROMETHEUS_CONTENT_TYPE,
    update: (process, metrics) => void latest.set(process, metrics as MetricsOfProcess),
    ended: (process) => {
      const last = latest.get(process)?.filter(isCounted) ?? [];
      latest.delete(process);
      adding = adding.then(async () => {
        endedMetrics = await addMetrics([endedMetrics, last]).getMetricsAsJSON();
      });
    },
    read: async () => {
      await adding;
      return addMetrics([endedMetrics, ...latest.values()]).metrics();
    },
  };
}
