import { AsyncLocalStorage } from 'node:async_hooks';
import { limits } from '@guilda/contract/limits';
import pg from 'pg';
import type { Timers } from '../../../ports/timers.ts';
import type { Telemetry } from '../../telemetry/request-context.ts';
import { instrumentStatements } from '../instrument-statements.ts';
import { type DatabaseLog, errorMessageOf } from '../log.ts';
import { shareExecutions } from '../prepared.ts';
import { isConnectionLost } from '../unavailable.ts';
import { createLagTracker } from './lag.ts';

/** Interval at which the positions of primary and replicas are compared, in ms. */
const PROBE_INTERVAL_MS = 1_000;
/** Timeout of a probe in ms; a replica that does not answer in time gets no reads. */
const PROBE_TIMEOUT_MS = 2_000;
/** Timeout of a read at a replica in ms; after it the read is repeated at the primary. */
const READ_TIMEOUT_MS = 5_000;

const PRIMARY_POSITION_QUERY = 'SELECT pg_current_wal_lsn()::text AS position';
/**
 * Query for the position that a replica has replayed. It returns no row at a server that is not a standby, because such
 * a server does not follow the primary.
 */
const REPLICA_POSITION_QUERY =
  'SELECT pg_last_wal_replay_lsn()::text AS position WHERE pg_is_in_recovery()';

/** The target of reads in the running code: a replica, or `primary` when every read must go to the primary. */
const readTarget = new AsyncLocalStorage<Replica | 'primary'>();

interface Replica {
  readonly reads: pg.Pool;
  /** One connection for the probes, which must not wait for reads. */
  readonly probe: pg.Pool;
  /**
   * Time up to which the replica has everything that the primary had committed, in ms as given by `Timers.now`; null
   * while the replica does not answer or is not known to follow the primary.
   */
  upTo: number | null;
}

/** Replicas of the database. They answer late reads: reads that may return data which is up to 5 s old. */
export interface Replicas {
  /**
   * Runs `work`. Its SELECTs outside of transactions go to a replica that answers and is at most 5 s behind, if there
   * is one. A statement that fails at the replica is repeated at the primary.
   */
  lateReads<T>(work: () => T): T;
  /** Number of configured replicas, and of those that get reads now. */
  counts(): { readonly named: number; readonly used: number };
  /** Compares the positions of primary and replicas once, then every second. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export interface ReplicasOptions {
  /** Addresses of the replicas; without any, every read goes to the primary. */
  readonly urls: readonly string[];
  readonly primaryUrl: string;
  /** The pool of the primary; its `query` method is replaced, so that it sends late reads to a replica. */
  readonly pool: pg.Pool;
  /** Maximum number of connections to each replica. */
  readonly max: number;
  readonly timers: Timers;
  readonly log: DatabaseLog;
  readonly telemetry?: Telemetry | undefined;
}

/** Runs work whose reads go to the primary, also inside of `lateReads`. */
export const readPrimary = <T>(work: () => T): T => readTarget.run('primary', work);

/** The replicas of an installation that has none. */
export const noReplicas: Replicas = {
  lateReads: (work) => work(),
  counts: () => ({ named: 0, used: 0 }),
  start: async () => undefined,
  close: async () => undefined,
};

function openPool(
  url: string,
  maxConnections: number,
  timeoutMs: number,
  log: DatabaseLog,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'guilda reads',
    keepAlive: true,
    max: maxConnections,
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: timeoutMs,
    idleTimeoutMillis: 30_000,
  });
  const onError = (error: Error) =>
    log.debug({ reason: errorMessageOf(error) }, 'a connection to a replica failed');
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

async function readPosition(pool: pg.Pool, statement: string): Promise<string | null> {
  const { rows } = await pool.query<{ position: string | null }>(statement);
  return rows[0]?.position ?? null;
}

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : String((query as { text?: unknown } | null)?.text ?? '');

/**
 * Replaces the `query` method of the pool: late reads go to their replica, and a read that fails there is repeated at
 * the primary.
 */
function sendLateReadsElsewhere(pool: pg.Pool): void {
  type Query = (...args: unknown[]) => unknown;
  const askPrimary = pool.query.bind(pool) as Query;
  const runQuery: Query = (...args) => {
    const replica = readTarget.getStore();
    const isLateRead = replica !== undefined && replica !== 'primary' && replica.upTo !== null;
    if (
      !isLateRead ||
      typeof args.at(-1) === 'function' ||
      !/^\s*(select|with)\b/i.test(textOf(args[0]))
    )
      return askPrimary(...args);
    const queryReplica = replica.reads.query as Query;
    return (queryReplica.apply(replica.reads, args) as Promise<unknown>).catch((error: unknown) => {
      if (isConnectionLost(error)) replica.upTo = null;
      return askPrimary(...args);
    });
  };
  pool.query = runQuery as typeof pool.query;
}

/**
 * Creates a function that compares the position of each replica with that of the primary; a replica that does not
 * answer gets no reads.
 */
function createProbe(replicas: readonly Replica[], primary: pg.Pool, timers: Timers) {
  const lagTracker = createLagTracker(2 * limits.replicas.maxLagMs);
  return async (): Promise<void> => {
    const probedAt = timers.now();
    const position = await readPosition(primary, PRIMARY_POSITION_QUERY).catch(() => null);
    if (position !== null) lagTracker.primaryAt(probedAt, position);
    await Promise.all(
      replicas.map(async (replica) => {
        const replayed = await readPosition(replica.probe, REPLICA_POSITION_QUERY).catch(
          () => null,
        );
        replica.upTo = replayed === null ? null : lagTracker.replayedUntil(replayed);
      }),
    );
  };
}

/** Opens the replicas; no connection is made before `start`. */
export function createReplicas(options: ReplicasOptions): Replicas {
  const { urls, pool, timers, log, telemetry } = options;
  if (urls.length === 0) return noReplicas;
  const replicas: readonly Replica[] = urls.map((url) => ({
    reads: openPool(url, options.max, READ_TIMEOUT_MS, log),
    probe: openPool(url, 1, PROBE_TIMEOUT_MS, log),
    upTo: null,
  }));
  for (const { reads } of replicas) {
    if (telemetry) instrumentStatements(reads, telemetry);
    shareExecutions(reads);
  }
  const primary = openPool(options.primaryUrl, 1, PROBE_TIMEOUT_MS, log);
  sendLateReadsElsewhere(pool);
  const probe = createProbe(replicas, primary, timers);
  let isClosed = false;
  let cancel = () => {};
  let roundRobinIndex = 0;
  let previousUsedCount = -1;
  const listUsedReplicas = () =>
    replicas.filter(({ upTo }) => upTo !== null && timers.now() - upTo <= limits.replicas.maxLagMs);
  const probeRegularly = async (): Promise<void> => {
    await probe();
    const usedCount = listUsedReplicas().length;
    if (usedCount !== previousUsedCount && previousUsedCount !== -1)
      log.info(
        { named: replicas.length, used: usedCount },
        'the number of replicas in use changed',
      );
    previousUsedCount = usedCount;
    if (!isClosed) cancel = timers.after(PROBE_INTERVAL_MS, () => void probeRegularly());
  };
  return {
    lateReads: (work) => {
      const freshReplicas = listUsedReplicas();
      roundRobinIndex += 1;
      const replica = freshReplicas[roundRobinIndex % freshReplicas.length];
      return replica && readTarget.getStore() !== 'primary'
        ? readTarget.run(replica, work)
        : work();
    },
    counts: () => ({ named: replicas.length, used: listUsedReplicas().length }),
    start: probeRegularly,
    close: async () => {
      isClosed = true;
      cancel();
      const allPools = [
        primary,
        ...replicas.flatMap(({ reads, probe: probePool }) => [reads, probePool]),
      ];
      await Promise.all(allPools.map((database) => database.end().catch(() => undefined)));
    },
  };
}
