import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Meter } from '../../ports/meter.ts';
import { type Metric, metricList } from '../../ports/metric-list.ts';

/** Timeout for reading a gauge, in ms; after it, the gauge has no value. */
const GAUGE_READ_TIMEOUT_MS = 3_000;

/** A meter that Prometheus can scrape. */
export interface PrometheusMeter extends Meter {
  readonly contentType: string;
  /** All metrics in Prometheus's text format. */
  read(): Promise<string>;
  /** All metrics as the library's JSON, for `createMetricsSum`. */
  readJson(): Promise<unknown>;
  /** Stops the collection of process metrics. */
  close(): void;
}

type LabelledGauge = Gauge & { readonly labelCount: number };

type ReadGauge = Parameters<Meter['gauge']>[1];

/** Reads a gauge; returns no values when reading fails or times out. */
async function readGaugeWithin(read: ReadGauge, timeoutMs: number) {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<[]>((resolve) => {
    timer = setTimeout(() => resolve([]), timeoutMs).unref();
  });
  try {
    return await Promise.race([read(), timeout]);
  } catch {
    return [];
  } finally {
    clearTimeout(timer);
  }
}

function createMetrics(registry: Registry) {
  const counters = new Map<Metric, Counter>();
  const gauges = new Map<Metric, LabelledGauge>();
  const histograms = new Map<Metric, Histogram>();
  for (const [name, definition] of Object.entries(metricList)) {
    const metricOptions = {
      name,
      help: definition.about.replaceAll('`', ''),
      labelNames: [...definition.labels],
      registers: [registry],
    };
    const metric = name as Metric;
    if (definition.kind === 'counter') counters.set(metric, new Counter(metricOptions));
    else if (definition.kind === 'gauge') {
      const aggregator = 'ofProcesses' in definition ? definition.ofProcesses : 'sum';
      const gauge = Object.assign(new Gauge({ ...metricOptions, aggregator }), {
        labelCount: definition.labels.length,
      });
      clearGauge(gauge);
      gauges.set(metric, gauge);
    } else
      histograms.set(metric, new Histogram({ ...metricOptions, buckets: [...definition.buckets] }));
  }
  return { counters, gauges, histograms };
}

/** Clears all values of a gauge. `reset` sets a gauge without labels to 0, so `remove` makes it absent. */
function clearGauge(gauge: LabelledGauge): void {
  gauge.reset();
  if (gauge.labelCount === 0) gauge.remove();
}

/** Reads a gauge and replaces its values. */
async function refreshGauge(gauge: LabelledGauge | undefined, read: ReadGauge): Promise<void> {
  const readings = await readGaugeWithin(read, GAUGE_READ_TIMEOUT_MS);
  // The gauge is cleared only after reading, so that a concurrent scrape gets the old values.
  if (gauge) clearGauge(gauge);
  for (const { labels, value } of readings) gauge?.set(labels, value);
}

/** Creates a meter with its own registry, so that several programs can run in one process. */
export function createPrometheusMeter(): PrometheusMeter {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const { counters, gauges, histograms } = createMetrics(registry);
  const gaugeReaders = new Map<Metric, ReadGauge>();
  const refreshGauges = () =>
    Promise.all([...gaugeReaders].map(([metric, read]) => refreshGauge(gauges.get(metric), read)));
  return {
    contentType: registry.contentType,
    count: (metric, labels, by = 1) => counters.get(metric)?.inc(labels, by),
    time: (metric, labels, seconds) => histograms.get(metric)?.observe(labels, seconds),
    gauge: (metric, read) => void gaugeReaders.set(metric, read),
    read: async () => {
      await refreshGauges();
      return registry.metrics();
    },
    readJson: async () => {
      await refreshGauges();
      return registry.getMetricsAsJSON();
    },
    close: () => registry.clear(),
  };
}
