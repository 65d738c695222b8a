import { AsyncLocalStorage } from 'node:async_hooks';
import { limits } from '@guilda/contract/limits';
import pg from 'pg';
import type { Timers } from '../../ports/timers.ts';
import type { Telemetry } from '../telemetry/request-context.ts';
import { instrumentStatements } from './instrument-statements.ts';
import { createLagTracker } from './lag.ts';
import { type DatabaseLog, errorMessageOf } from './log.ts';
import { isConnectionLost } from './unavailable.ts';

/** Interval at which the positions of primary and replicas are compared, in ms. */
const PROBE_INTERVAL_MS = 1_000;
/** Timeouts of a probe and of a read, in ms; after them the primary is asked. */
const PROBE_TIMEOUT_MS = 2_000;
const READ_TIMEOUT_MS = 5_000;

const PRIMARY_POSITION = 'SELECT pg_current_wal_lsn()::text AS position';
/** No row at a server that is no standby: whatever it has, it does not follow the primary. */
const REPLICA_POSITION =
  'SELECT pg_last_wal_replay_lsn()::text AS position WHERE pg_is_in_recovery()';

/** Where single reads of the running work go: a replica, or `primary` for the primary whatever is asked inside. */
const readTarget = new AsyncLocalStorage<Replica | 'primary'>();

interface Replica {
  readonly reads: pg.Pool;
  /** One connection for the probes, which must not wait for reads. */
  readonly probe: pg.Pool;
  /** As of when it has everything, in ms of the timers; null when it does not answer or is not known to follow. */
  upTo: number | null;
}

/** Replicas of the database that may answer reads which may be late. */
export interface Replicas {
  /**
   * Runs `work`: its SELECTs outside of transactions go to a replica that is at most 5 s behind and answers, if there is
   * one. A statement that fails there is asked again at the primary.
   */
  lateReads<T>(work: () => T): T;
  /** How many replicas are named, and how many of them are asked now. */
  counts(): { readonly named: number; readonly used: number };
  /** Compares the positions once, then every second. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export interface ReplicasOptions {
  /** Addresses of the replicas; without any, every read goes to the primary. */
  readonly urls: readonly string[];
  readonly primaryUrl: string;
  /** The pool of the primary, whose `query` sends late reads elsewhere from now on. */
  readonly pool: pg.Pool;
  /** Maximum number of connections to each replica. */
  readonly max: number;
  readonly timers: Timers;
  readonly log: DatabaseLog;
  readonly telemetry?: Telemetry | undefined;
}

/** Runs work whose reads go to the primary, also inside of `lateReads`. */
export const readPrimary = <T>(work: () => T): T => readTarget.run('primary', work);

/** Replicas where none are named. */
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

/** Sends the reads of late work to its replica; whatever fails there is asked at the primary. */
function sendLateReadsElsewhere(pool: pg.Pool): void {
  type Query = (...args: unknown[]) => unknown;
  const askPrimary = pool.query.bind(pool) as Query;
  const runQuery: Query = (...args) => {
    const replica = readTarget.getStore();
    const late = replica !== undefined && replica !== 'primary' && replica.upTo !== null;
    if (!late || typeof args.at(-1) === 'function' || !/^\s*(select|with)\b/i.test(textOf(args[0])))
      return askPrimary(...args);
    const queryReplica = replica.reads.query as Query;
    return (queryReplica.apply(replica.reads, args) as Promise<unknown>).catch((error: unknown) => {
      if (isConnectionLost(error)) replica.upTo = null;
      return askPrimary(...args);
    });
  };
  pool.query = runQuery as typeof pool.query;
}

/** Compares the positions of all once; a replica that does not answer is left out. */
function createProbe(replicas: readonly Replica[], primary: pg.Pool, timers: Timers) {
  const lag = createLagTracker(2 * limits.replicas.maxLagMs);
  return async (): Promise<void> => {
    const at = timers.now();
    const position = await readPosition(primary, PRIMARY_POSITION).catch(() => null);
    if (position !== null) lag.primaryAt(at, position);
    await Promise.all(
      replicas.map(async (replica) => {
        const replayed = await readPosition(replica.probe, REPLICA_POSITION).catch(() => null);
        replica.upTo = replayed === null ? null : lag.replayedUntil(replayed);
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
  for (const { reads } of replicas) if (telemetry) instrumentStatements(reads, telemetry);
  const primary = openPool(options.primaryUrl, 1, PROBE_TIMEOUT_MS, log);
  sendLateReadsElsewhere(pool);
  const probe = createProbe(replicas, primary, timers);
  let closed = false;
  let cancel = () => {};
  let roundRobinIndex = 0;
  let usedBefore = -1;
  const used = () =>
    replicas.filter(({ upTo }) => upTo !== null && timers.now() - upTo <= limits.replicas.maxLagMs);
  const probeRegularly = async (): Promise<void> => {
    await probe();
    const now = used().length;
    if (now !== usedBefore && usedBefore !== -1)
      log.info({ named: replicas.length, used: now }, 'the number of replicas in use changed');
    usedBefore = now;
    if (!closed) cancel = timers.after(PROBE_INTERVAL_MS, () => void probeRegularly());
  };
  return {
    lateReads: (work) => {
      const fresh = used();
      roundRobinIndex += 1;
      const replica = fresh[roundRobinIndex % fresh.length];
      return replica && readTarget.getStore() !== 'primary'
        ? readTarget.run(replica, work)
        : work();
    },
    counts: () => ({ named: replicas.length, used: used().length }),
    start: probeRegularly,
    close: async () => {
      closed = true;
      cancel();
      const all = [
        primary,
        ...replicas.flatMap(({ reads, probe: probePool }) => [reads, probePool]),
      ];
      await Promise.all(all.map((database) => database.end().catch(() => undefined)));
    },
  };
}
