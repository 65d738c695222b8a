import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client';

type MetricsOfProcess = readonly MetricObjectWithValues<MetricValue<string>>[];

/** Adds up the metrics of several processes, so that Prometheus sees one process. */
export interface MetricsSum {
  readonly contentType: string;
  /** Stores the latest metrics of a process, which `PrometheusMeter.readJson` returned. */
  update(processId: string, metrics: unknown): void;
  /** Records that a process has ended; what it counted stays in the sum, so that counters never fall. */
  ended(processId: string): void;
  /** The sum in Prometheus's text format. */
  read(): Promise<string>;
}

const isCounted = ({ type }: MetricsOfProcess[number]) =>
  // The library declares `type` as a number, but its JSON contains the type's name.
  ['counter', 'histogram', 'summary'].includes(String(type));

const addMetrics = (metricsOfProcesses: readonly MetricsOfProcess[]) =>
  AggregatorRegistry.aggregate(metricsOfProcesses as never[]);

export function createMetricsSum(): MetricsSum {
  const latestMetrics = new Map<string, MetricsOfProcess>();
  let endedMetrics: MetricsOfProcess = [];
  let pendingUpdate = Promise.resolve();
  return {
    contentType: AggregatorRegistry.PROMETHEUS_CONTENT_TYPE,
    update: (processId, metrics) => void latestMetrics.set(processId, metrics as MetricsOfProcess),
    ended: (processId) => {
      const lastCounters = latestMetrics.get(processId)?.filter(isCounted) ?? [];
      latestMetrics.delete(processId);
      pendingUpdate = pendingUpdate.then(async () => {
        endedMetrics = await addMetrics([endedMetrics, lastCounters]).getMetricsAsJSON();
      });
    },
    read: async () => {
      await pendingUpdate;
      return addMetrics([endedMetrics, ...latestMetrics.values()]).metrics();
    },
  };
}
