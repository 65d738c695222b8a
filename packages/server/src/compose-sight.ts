import { openOtlpTracer } from './adapters/otlp/index.ts';
import {
  createPrometheusMeter,
  type MetricsPage,
  openMetricsPage,
} from './adapters/prometheus/index.ts';
import type { Config } from './config/index.ts';
import { type BuildInfo, ownBuildInfo } from './platform/build-info/build-info.ts';
import type { Logger } from './platform/logging.ts';
import type { CallWatch } from './platform/watch-calls.ts';
import { openCallBook } from './platform/watch-calls.ts';
import type { Clock } from './ports/clock.ts';
import { type Meter, noMeter } from './ports/meter.ts';
import { noTracer } from './ports/tracer.ts';

/** Who looks into this process, and where metrics are read. */
export interface Sight {
  readonly build: BuildInfo;
  readonly meter: Meter;
  /** Counts, traces and remembers calls to others too. */
  readonly watchers: CallWatch;
  /** Whether anybody looks at all: what costs something is left out else. */
  readonly on: boolean;
  /** Opens the port of the metrics, where there is one. */
  open(): Promise<void>;
  /** Where metrics are served; null for nowhere. */
  page(): MetricsPage | null;
  close(): Promise<void>;
}

interface SightOptions {
  readonly config: Pick<Config, 'metrics' | 'traces'>;
  readonly log: Logger;
  readonly clock: Clock;
  /** This process among others. */
  readonly nodeId: string;
}

/** Opens what the settings ask for; without them nothing is loaded and nothing counted. */
export async function openSight({ config, log, clock, nodeId }: SightOptions): Promise<Sight> {
  const { metrics, traces } = config;
  const build = ownBuildInfo();
  const { version } = build;
  const prometheus = metrics ? createPrometheusMeter() : null;
  const meter = prometheus ?? noMeter;
  const tracer = traces ? await openOtlpTracer({ ...traces, version, nodeId, log }) : noTracer;
  let page: MetricsPage | null = null;
  return {
    build,
    meter,
    watchers: { meter, tracer, calls: openCallBook(() => clock.now()) },
    on: metrics !== null || traces !== null,
    open: async () => {
      if (prometheus && metrics) page = await openMetricsPage(prometheus, metrics);
    },
    page: () => page,
    close: async () => {
      await tracer.close();
      await page?.close();
      prometheus?.close();
    },
  };
}
