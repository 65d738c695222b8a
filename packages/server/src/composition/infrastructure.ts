import { join } from 'node:path';
import { createGa4Sink } from '../adapters/ga4/index.ts';
import { createInMemoryFanout } from '../adapters/in-memory/index.ts';
import { openOtlpTracer } from '../adapters/otlp/index.ts';
import {
  createPrometheusMeter,
  type MetricsPage,
  openMetricsPage,
} from '../adapters/prometheus/index.ts';
import { createWebPushSender, deriveVapidKeys } from '../adapters/web-push/index.ts';
import type { Config } from '../config/index.ts';
import { type BuildInfo, ownBuildInfo } from '../platform/build-info/build-info.ts';
import { openDataEncryption } from '../platform/data-encryption.ts';
import { createListener } from '../platform/database/listener.ts';
import { createDatabase } from '../platform/database/pool.ts';
import { createReplicas } from '../platform/database/replicas/replicas.ts';
import { QUEUE_CONNECTIONS } from '../platform/jobs/index.ts';
import { openKeyedHashes } from '../platform/keyed-hashes.ts';
import { countRefusals } from '../platform/limits/count-refusals.ts';
import { createMemoryRateLimiter } from '../platform/limits/rate-limiter.ts';
import { openSecrets, type Secrets } from '../platform/secrets.ts';
import {
  createCallLog,
  instrumentPort,
  type PortTelemetry,
} from '../platform/telemetry/instrument-port.ts';
import type { Logger } from '../platform/telemetry/logging.ts';
import { deferDeletesDuringBackup } from '../platform/uploads/defer-deletes.ts';
import { requireFreeSpace } from '../platform/uploads/free-space.ts';
import { createImageProcessor } from '../platform/uploads/images/image-processor.ts';
import { openTempDir } from '../platform/uploads/temp-dir.ts';
import { type Clock, systemClock } from '../ports/clock.ts';
import type { Fanout } from '../ports/fanout.ts';
import { type Ids, systemIds } from '../ports/ids.ts';
import { type Meter, noMeter } from '../ports/meter.ts';
import type { ProcessGroup } from '../ports/process-group.ts';
import { systemTimers, type Timers } from '../ports/timers.ts';
import { noTracer } from '../ports/tracer.ts';
import { openFileStore } from './files.ts';

export interface InfrastructureOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  /** The port that the program will listen on; known beforehand, because URLs contain it. */
  readonly port: number;
  readonly log: Logger;
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly timers?: Timers;
  /** Message bus that connects several `Program` instances in one process; only for tests. */
  readonly fanout?: Fanout;
  /** The processes of this machine that share the port; null when there is only this process. */
  readonly processes?: ProcessGroup | null;
  /** Time in ms for which a batch of messages or comments may wait for a lock; 1,000 by default. */
  readonly batchLockTimeoutMs?: number;
}

/** Metrics and traces of this process. */
interface Monitoring {
  readonly build: BuildInfo;
  readonly meter: Meter;
  /** Counts, traces and logs calls to external services. */
  readonly telemetry: PortTelemetry;
  /** Whether metrics or traces are exported; without them, costly instrumentation is left out. */
  readonly enabled: boolean;
  /** Opens the port of the metrics, if one is configured. */
  open(): Promise<void>;
  /** URL of the metrics; null if they are not served, and before `open`. */
  metricsUrl(): string | null;
  close(): Promise<void>;
}

/** Starts the configured exporters; without any, no exporter is imported and nothing is counted. */
async function openMonitoring(
  { config: { metrics, traces }, log, processes }: InfrastructureOptions,
  clock: Clock,
  fanout: Fanout,
): Promise<Monitoring> {
  const build = ownBuildInfo();
  const { version } = build;
  const prometheus = metrics ? createPrometheusMeter() : null;
  const meter = prometheus ?? noMeter;
  const tracer = traces
    ? await openOtlpTracer({ ...traces, version, nodeId: fanout.nodeId, log })
    : noTracer;
  let metricsPage: MetricsPage | null = null;
  return {
    build,
    meter,
    telemetry: { meter, tracer, calls: createCallLog(() => clock.now(), fanout) },
    enabled: metrics !== null || traces !== null,
    open: async () => {
      // With several processes, the primary process serves the metrics of all of them.
      if (prometheus && processes) processes.answerMetrics(prometheus.readJson);
      else if (prometheus && metrics) metricsPage = await openMetricsPage(prometheus, metrics);
    },
    metricsUrl: () => metricsPage?.url ?? null,
    close: async () => {
      await tracer.close();
      if (prometheus) await processes?.handOverMetrics();
      await metricsPage?.close();
      prometheus?.close();
    },
  };
}

/**
 * Connects the processes of an installation by a message bus and shared rate limits: through Redis if it is configured,
 * else through the primary process of this machine. With neither, this process is the only one.
 */
async function connectNodes(
  { config, log, fanout, processes, timers = systemTimers }: InfrastructureOptions,
  ids: Ids,
) {
  const { redisUrl: url, rateLimitFactor } = config;
  if (url) {
    const { openRedis } = await import('../adapters/redis/index.ts');
    return openRedis({ url, ids, log, rateLimitFactor });
  }
  if (processes) {
    const { createProcessRateLimiter } = await import('../adapters/processes/index.ts');
    const processFanout = processes.openFanout(ids.uuid());
    const limiter = createProcessRateLimiter(rateLimitFactor, processFanout, timers);
    return { fanout: processFanout, limiter };
  }
  return {
    fanout: fanout ?? createInMemoryFanout(ids),
    limiter: createMemoryRateLimiter(rateLimitFactor),
  };
}

/**
 * Creates the push sender. Its VAPID keys are the same on every node: configured, or derived from the shared secret.
 */
function openPushSender(
  { config, log }: InfrastructureOptions,
  secrets: Secrets,
  { clock, telemetry }: { readonly clock: Clock; readonly telemetry: PortTelemetry },
) {
  const { vapidKeys, vapidSubject: subject, pushHosts: hosts } = config;
  const keys = vapidKeys ?? deriveVapidKeys(secrets);
  const sender = createWebPushSender({ keys, subject, hosts, clock, log });
  return instrumentPort(telemetry, 'push', sender, ['send']);
}

/** Opens Google Analytics; null if it is not configured. */
function openAnalyticsSink({ config }: InfrastructureOptions, ids: Ids, telemetry: PortTelemetry) {
  const { googleAnalytics } = config;
  if (!googleAnalytics) return null;
  return instrumentPort(telemetry, 'google', createGa4Sink({ ...googleAnalytics, ids }), ['take']);
}

/**
 * Methods of a bucket's store that are instrumented; `put` is left out, because it also fails when clients disconnect.
 */
const instrumentedStoreCalls = [
  'adopt',
  'get',
  'stat',
  'delete',
  'deleteMany',
  'deletePrefix',
] as const;

async function openDatabaseAndFiles(
  { config, databaseUrl, log, timers = systemTimers }: InfrastructureOptions,
  clock: Clock,
  { enabled, telemetry }: Monitoring,
) {
  const databaseTelemetry = enabled ? telemetry : undefined;
  const { databasePoolMax: max, databaseDirectUrl } = config;
  const pooled = databaseDirectUrl !== null;
  const database = createDatabase(databaseUrl, { max, pooled, log, telemetry: databaseTelemetry });
  const replicas = createReplicas({
    ...{ urls: config.databaseReadUrls, primaryUrl: databaseUrl, pool: database.pool },
    ...{ max, timers, log, telemetry: databaseTelemetry },
  });
  const openedStore = await openFileStore(config, clock);
  const files = config.bucket
    ? instrumentPort(telemetry, 'files', openedStore, instrumentedStoreCalls)
    : openedStore;
  return {
    database,
    /**
     * Connections for the job queue. They bypass a configured pooler, because the queue needs database sessions of its
     * own. The same object as `database` when no direct address is configured.
     */
    directDatabase: databaseDirectUrl
      ? createDatabase(databaseDirectUrl, { name: 'guilda jobs', max: QUEUE_CONNECTIONS, log })
      : database,
    listener: createListener(databaseDirectUrl ?? databaseUrl, log),
    replicas,
    files: deferDeletesDuringBackup(files, database),
  };
}

/** Infrastructure that every module uses: stores, rate limits, clocks and telemetry. */
export type Infrastructure = Awaited<ReturnType<typeof openInfrastructure>>;

export async function openInfrastructure(options: InfrastructureOptions) {
  const { config, log, port } = options;
  const { clock = systemClock, ids = systemIds, timers = systemTimers } = options;
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  // Nodes are connected first: if Redis does not answer, the start ends here, before any other part was opened.
  const { fanout, limiter } = await connectNodes(options, ids);
  const monitoring = await openMonitoring(options, clock, fanout);
  const { build, meter, telemetry } = monitoring;
  const secrets = openSecrets(config);
  const temp = await openTempDir(join(config.dataDir, 'tmp'), { clock, timers });
  const stores = await openDatabaseAndFiles(options, clock, monitoring);
  const { minFreeDiskBytes: minFreeBytes } = config;
  const checkTempSpace = requireFreeSpace(temp.directory, { minFreeBytes, timers });
  return {
    config,
    log,
    clock,
    ids,
    timers,
    publicUrl,
    /** URL under which this program calls itself; adapters reach the sandboxes by it. */
    loopbackUrl: `http://127.0.0.1:${options.processes?.ownPort ?? port}`,
    processes: options.processes ?? null,
    batchLockTimeoutMs: options.batchLockTimeoutMs,
    secrets,
    dataEncryption: openDataEncryption(config.dataSecrets, secrets, ids),
    /** Hashes identities that sign in, so that the identity of a closed account can be recognised later. */
    identityHashes: openKeyedHashes(config.dataSecrets, secrets, 'identities'),
    ...stores,
    temp,
    /** Rejects while the volume for unfinished uploads, or the store of files, has too little free space. */
    checkSpace: () =>
      Promise.all([checkTempSpace(), stores.files.checkSpace()]).then(() => undefined),
    images: createImageProcessor({ temp, processes: config.processes }),
    pushSender: openPushSender(options, secrets, { clock, telemetry }),
    google: openAnalyticsSink(options, ids, telemetry),
    fanout,
    limiter: countRefusals(limiter, meter),
    monitoring,
    build,
    meter,
    telemetry,
  };
}
