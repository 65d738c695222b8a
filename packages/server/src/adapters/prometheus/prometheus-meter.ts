import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Meter } from '../../ports/meter.ts';
import { type Metric, metricList } from '../../ports/metric-list.ts';

/** How long a gauge may take to be read before it counts as unknown, in ms. */
const READ_MS = 3_000;

/** A meter that can be read as Prometheus does. */
export interface PrometheusMeter extends Meter {
  readonly contentType: string;
  /** All that is counted, as text. */
  read(): Promise<string>;
  /** Lets go of what watches the process. */
  close(): void;
}

type LabelledGauge = Gauge & { readonly labelCount: number };

type Read = Parameters<Meter['gauge']>[1];

/** The readings of a gauge; none where it fails or takes too long. */
async function readWithin(read: Read, ms: number) {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<[]>((resolve) => {
    timer = setTimeout(() => resolve([]), ms).unref();
  });
  try {
    return await Promise.race([read(), late]);
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
  for (const [name, facts] of Object.entries(metricList)) {
    const options = {
      name,
      help: facts.about.replaceAll('`', ''),
      labelNames: [...facts.labels],
      registers: [registry],
    };
    const metric = name as Metric;
    if (facts.kind === 'counter') counters.set(metric, new Counter(options));
    else if (facts.kind === 'gauge') {
      const gauge = Object.assign(new Gauge(options), { labelCount: facts.labels.length });
      clear(gauge);
      gauges.set(metric, gauge);
    } else histograms.set(metric, new Histogram({ ...options, buckets: [...facts.buckets] }));
  }
  return { counters, gauges, histograms };
}

/** Forgets all values; a gauge without labels has none then, rather than 0. */
function clear(gauge: LabelledGauge): void {
  gauge.reset();
  if (gauge.labelCount === 0) gauge.remove();
}

/** Puts what a gauge reads in the place of what it read before. */
async function renew(gauge: LabelledGauge | undefined, read: Read): Promise<void> {
  const readings = await readWithin(read, READ_MS);
  // Only now: while it is read, what was read before still stands.
  if (gauge) clear(gauge);
  for (const { labels, value } of readings) gauge?.set(labels, value);
}

/** A meter with a registry of its own, so that several programs fit into one process. */
export function createPrometheusMeter(): PrometheusMeter {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const { counters, gauges, histograms } = createMetrics(registry);
  const reads = new Map<Metric, Read>();
  return {
    contentType: registry.contentType,
    count: (metric, labels, by = 1) => counters.get(metric)?.inc(labels, by),
    time: (metric, labels, seconds) => histograms.get(metric)?.observe(labels, seconds),
    gauge: (metric, read) => void reads.set(metric, read),
    read: async () => {
      await Promise.all([...reads].map(([metric, read]) => renew(gauges.get(metric), read)));
      return registry.metrics();
    },
    close: () => registry.clear(),
  };
}
