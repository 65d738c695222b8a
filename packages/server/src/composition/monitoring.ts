import type { FastifyInstance } from 'fastify';
import {
  type ArchiveFacts,
  backupProbe,
  certificateProbe,
  clockProbe,
  databaseProbe,
  discordProbe,
  filesProbe,
  lastCallsProbe,
  ledgerProbe,
  nodesProbe,
  type Probe,
  queueProbe,
  readArchive,
  readDatabaseSpace,
  readLastBackup,
  redisProbe,
  signInProbe,
} from '../modules/health/index.ts';
import { countOpenRefunds } from '../modules/orders/index.ts';
import { readLedgerSum } from '../modules/wallet/index.ts';
import { memoizeFor } from '../platform/async/memoize-for.ts';
import type { Database } from '../platform/database/pool.ts';
import { type LifecyclePhase, mountHealth, type ReadinessProbe } from '../platform/http/health.ts';
import { countJobs, readFailedTasks } from '../platform/jobs/index.ts';
import { readFreeBytes } from '../platform/uploads/free-space.ts';
import type { HostCertificate } from '../ports/certificate-reader.ts';
import type { ExternalServices } from './external-services.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { RealtimeServices } from './realtime.ts';

/** Time for which measurements of the database and its volumes are reused, in ms. */
const SYSTEM_READING_MAX_AGE_MS = 15_000;
/** Time for which the result of reading a valid certificate is reused, in ms. */
const CERTIFICATE_MAX_AGE_MS = 3_600_000;
/** Time for which the result of reading an invalid or unreadable certificate is reused, in ms. */
const BAD_CERTIFICATE_MAX_AGE_MS = 60_000;

type ArchiveMetric =
  | 'guilda_cluster_backup_timestamp_seconds'
  | 'guilda_wal_archived_timestamp_seconds'
  | 'guilda_wal_archive_failures';

type ReadCertificate = () => Promise<HostCertificate | null>;

/**
 * Creates a reader of the public URL's certificate. The result is reused for an hour, or for a minute while the
 * certificate is invalid or unreadable.
 */
function createCertificateReader(
  { publicUrl, timers }: Infrastructure,
  reader: ExternalServices['certificates'],
): ReadCertificate | null {
  if (!reader || !publicUrl.startsWith('https:')) return null;
  const now = () => timers.now();
  const url = new URL(publicUrl);
  const readCertificate = memoizeFor(BAD_CERTIFICATE_MAX_AGE_MS, now, () =>
    reader.read(url).catch(() => null),
  );
  const readGoodCertificate = memoizeFor(CERTIFICATE_MAX_AGE_MS, now, async () => {
    const certificate = await readCertificate();
    if (!certificate || certificate.fault !== null)
      throw new Error('a bad certificate is read again soon');
    return certificate;
  });
  return () => readGoodCertificate().catch(readCertificate);
}

/**
 * Reads the queue through `DATABASE_URL` and, if it is configured, at `DATABASE_DIRECT_URL`; the first answer counts.
 * While one address does not answer, the other still shows the jobs that wait.
 */
function readQueue<T>(
  { database, directDatabase }: Pick<Infrastructure, 'database' | 'directDatabase'>,
  read: (pool: Database['pool']) => Promise<T>,
): Promise<T> {
  return Promise.any([...new Set([database, directDatabase])].map(({ pool }) => read(pool)));
}

/** Measurements that the health page and the metrics share; operators' alarms depend on them. */
export type SystemReadings = ReturnType<typeof createSystemReadings>;

export function createSystemReadings(
  infrastructure: Infrastructure,
  { certificates }: Pick<ExternalServices, 'certificates'>,
) {
  const { config, database, timers } = infrastructure;
  const { pool } = database;
  const memoize = <T>(read: () => Promise<T>) =>
    memoizeFor(SYSTEM_READING_MAX_AGE_MS, () => timers.now(), read);
  // The folder that uploads can fill. With a bucket, an uploaded file is in the data folder until it has been checked.
  const folder = config.bucket ? config.dataDir : config.filesDir;
  return {
    queue: memoize(() => readQueue(infrastructure, countJobs)),
    refunds: memoize(() => countOpenRefunds(pool)),
    ledger: memoize(() => readLedgerSum(pool)),
    lastBackup: memoize(() => readLastBackup(database)),
    /** Resolves to null while the database does not archive its WAL. */
    archive: memoize(() => readArchive(database)),
    filesSpace: memoize(() => readFreeBytes(folder)),
    /** Free space of the database's volume; null if the database does not report it. */
    databaseSpace: memoize(() => readDatabaseSpace(database)),
    /** Null if the public URL has no certificate; the function resolves to null while the host cannot be reached. */
    certificate: createCertificateReader(infrastructure, certificates),
  };
}

async function readRefundCounts({ database }: Infrastructure) {
  const { pending, failed } = await countOpenRefunds(database.pool);
  const facts = [
    { label: 'Reembolsos a caminho', value: `${pending}` },
    { label: 'Reembolsos que falharam', value: `${failed}` },
  ];
  const warning =
    failed > 0 ? 'Há reembolsos que falharam: resolva-os na fila da moderação.' : null;
  return { facts, warning };
}

/** Probes of services without a health check: the last calls that Guilda made to a service decide its state. */
function createCallProbes(infrastructure: Infrastructure, { ageCheckProvider }: ExternalServices) {
  const { config, telemetry } = infrastructure;
  const { demo } = config;
  const lastCallOf = (service: string) => () => telemetry.calls.callTimesOf(service);
  return {
    payments: lastCallsProbe({
      ...{
        name: 'payments',
        isDemo: demo,
        readLastCallTimes: lastCallOf('payments'),
        readMoreFacts: () => readRefundCounts(infrastructure),
      },
      remedy: 'Quem compra é avisado e tenta de novo. Veja o painel do provedor e as chaves.',
    }),
    age: lastCallsProbe({
      ...{ name: 'age', isDemo: demo, readLastCallTimes: ageCheckProvider && lastCallOf('age') },
      remedy: 'Quem quer confirmar a idade tenta de novo depois. Veja o painel do provedor.',
      notConfiguredText: 'Sem provedor de idade, o que é para adultos fica fechado.',
    }),
    mail: lastCallsProbe({
      ...{ name: 'mail', isDemo: demo, readLastCallTimes: lastCallOf('mail') },
      remedy:
        'Os e-mails esperam na fila e são tentados de novo. Veja SMTP_URL e o servidor de e-mail.',
    }),
    push: lastCallsProbe({
      ...{ name: 'push', isDemo: false, readLastCallTimes: lastCallOf('push') },
      remedy: 'Os avisos são tentados de novo por um dia. Veja se a saída por HTTPS está aberta.',
    }),
  };
}

/** Creates the probes of the dependencies on the health page, in the order of the page. */
export function createHealthProbes(
  infrastructure: Infrastructure,
  external: ExternalServices,
  { presence }: Pick<RealtimeServices, 'presence'>,
  readings: SystemReadings,
): readonly Probe[] {
  const { clock, config, database, fanout, files, processes, replicas } = infrastructure;
  const disk = {
    storesUploads: config.bucket === null,
    freeBytes: readings.filesSpace,
    minFreeBytes: config.minFreeDiskBytes,
  };
  const now = () => clock.now();
  const callProbes = createCallProbes(infrastructure, external);
  return [
    databaseProbe(database, readings.databaseSpace, replicas),
    redisProbe(fanout, config.redisUrl !== null),
    nodesProbe(() => presence.nodes(), processes && (() => processes.counts())),
    queueProbe(
      () => readQueue(infrastructure, countJobs),
      () => readQueue(infrastructure, readFailedTasks),
    ),
    filesProbe(() => files.ping(), disk),
    ledgerProbe(() => readLedgerSum(database.pool), now),
    backupProbe(readings, now, config.demo),
    certificateProbe(readings.certificate, now),
    callProbes.payments,
    signInProbe(external.identityProvider, config.demo),
    callProbes.age,
    callProbes.mail,
    callProbes.push,
    discordProbe(external.rooms, config.demo && config.discord === null),
    clockProbe(database, clock),
  ];
}

const readinessOf =
  (database: Pick<Database, 'ping'>): ReadinessProbe =>
  async () => {
    if (!(await database.ping())) throw new Error('the database does not answer');
  };

/**
 * Registers the health routes with the dependencies that must answer before this node gets requests. Without its direct
 * address a node gets no database notifications and runs no jobs, although it can answer requests through a pooler.
 */
export function mountReadiness(
  app: FastifyInstance,
  { build, config, database, directDatabase, fanout, files }: Infrastructure,
  phase: () => LifecyclePhase,
): void {
  const probes = {
    database: readinessOf(database),
    ...(config.databaseDirectUrl ? { directDatabase: readinessOf(directDatabase) } : {}),
    files: () => files.ping(),
    ...(config.redisUrl ? { redis: fanout.ping } : {}),
  };
  mountHealth(app, probes, phase, build);
}

/** Registers gauges, which are read at each scrape of the metrics. */
export function registerGauges(
  infrastructure: Infrastructure,
  readings: SystemReadings,
  phase: () => LifecyclePhase,
): void {
  const { build, config, fanout, meter } = infrastructure;
  if (config.redisUrl)
    meter.gauge('guilda_redis_up', () => [{ labels: {}, value: Number(fanout.connected) }]);
  meter.gauge('guilda_ready', () => [{ labels: {}, value: Number(phase() === 'ready') }]);
  const labels = { version: build.version, commit: build.commit, node: process.versions.node };
  meter.gauge('guilda_build_info', () => [{ labels, value: 1 }]);
  registerDatabaseGauges(infrastructure, readings);
  registerSystemGauges(infrastructure, readings);
  registerArchiveGauges(infrastructure, readings);
}

/** Registers metrics of WAL archiving, which have no values while the database does not archive. */
function registerArchiveGauges({ meter }: Infrastructure, readings: SystemReadings): void {
  const archiveGauge = (name: ArchiveMetric, readValue: (facts: ArchiveFacts) => number) =>
    meter.gauge(name, async () => {
      const facts = await readings.archive();
      return facts ? [{ labels: {}, value: readValue(facts) }] : [];
    });
  const secondsOf = (time: Date | null) => (time?.getTime() ?? 0) / 1_000;
  archiveGauge('guilda_cluster_backup_timestamp_seconds', (facts) =>
    secondsOf(facts.lastClusterBackupAt),
  );
  archiveGauge('guilda_wal_archived_timestamp_seconds', (facts) => secondsOf(facts.lastArchivedAt));
  archiveGauge('guilda_wal_archive_failures', (facts) => facts.failedCount);
}

/** Registers metrics that are read from the database and are therefore the same on every node. */
function registerDatabaseGauges({ meter }: Infrastructure, readings: SystemReadings): void {
  meter.gauge('guilda_jobs', async () => {
    const { waiting, due, running, failed } = await readings.queue();
    return Object.entries({ waiting, due, running, failed }).map(([state, value]) => ({
      labels: { state },
      value,
    }));
  });
  meter.gauge('guilda_jobs_oldest_due_seconds', async () => [
    { labels: {}, value: (await readings.queue()).oldest },
  ]);
  meter.gauge('guilda_refunds', async () =>
    Object.entries(await readings.refunds()).map(([state, value]) => ({
      labels: { state },
      value,
    })),
  );
  meter.gauge('guilda_ledger_sum_centavos', async () => {
    const ledgerSum = await readings.ledger();
    return ledgerSum ? [{ labels: {}, value: ledgerSum.total }] : [];
  });
  meter.gauge('guilda_ledger_summed_timestamp_seconds', async () => {
    const ledgerSum = await readings.ledger();
    return ledgerSum ? [{ labels: {}, value: ledgerSum.summedAt.getTime() / 1000 }] : [];
  });
}

/** Registers metrics of backups, free disk space and the certificate, for alarms. */
function registerSystemGauges({ meter, config }: Infrastructure, readings: SystemReadings): void {
  meter.gauge('guilda_backup_timestamp_seconds', async () => {
    const lastBackup = await readings.lastBackup();
    if (!lastBackup && config.demo) return [];
    return [{ labels: {}, value: (lastBackup?.getTime() ?? 0) / 1_000 }];
  });
  meter.gauge('guilda_disk_free_bytes', async () => {
    const spaces = { files: await readings.filesSpace(), database: await readings.databaseSpace() };
    return Object.entries(spaces).flatMap(([volume, value]) =>
      value === null ? [] : [{ labels: { volume }, value }],
    );
  });
  meter.gauge('guilda_certificate_timestamp_seconds', async () => {
    const certificate = await readings.certificate?.();
    if (!certificate) return [];
    return [
      { labels: { edge: 'from' }, value: certificate.validFrom.getTime() / 1_000 },
      { labels: { edge: 'until' }, value: certificate.validUntil.getTime() / 1_000 },
    ];
  });
}
