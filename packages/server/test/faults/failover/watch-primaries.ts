import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseCluster, DatabaseMachine } from './database-cluster.ts';

/** Pause between two looks at all machines, in ms. */
const PAUSE_MS = 100;
/** An answer that took longer than this many ms says too little about the moment. */
const MAX_ANSWER_MS = 500;

/** Looks continuously for two primaries. */
export interface PrimaryWatch {
  /** Number of looks so far. */
  readonly lookCount: number;
  /** Descriptions of moments with two writable servers that HAProxy leads to, or that Patroni calls the primary. */
  readonly violations: readonly string[];
  /**
   * Number of moments in which two servers were out of recovery, such as a former primary that has just been resumed.
   * HAProxy must lead to one of them at most, and the other one acknowledges no commit without a standby.
   */
  readonly secondWriterCount: number;
  stop(): Promise<void>;
}

/** What a look found, as names of servers. */
interface Look {
  /** Servers to which HAProxy leads new connections or has open ones. */
  readonly haproxy: readonly string[];
  /** Servers of which their Patroni says that they are the primary. */
  readonly patroni: readonly string[];
  /** Servers that accept writes according to `pg_is_in_recovery`. */
  readonly outOfRecovery: readonly string[];
}

async function isPatroniPrimary({ address }: DatabaseMachine): Promise<boolean> {
  const response = await fetch(`http://${address}:8008/primary`, {
    signal: AbortSignal.timeout(MAX_ANSWER_MS),
  });
  return response.ok;
}

async function isOutOfRecovery(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ recovers: boolean }>(
    'SELECT pg_is_in_recovery() AS recovers',
  );
  return rows[0]?.recovers === false;
}

/** The names of those machines for which `check` resolves to true; a machine that does not answer is none of them. */
async function namesOf(
  machines: readonly DatabaseMachine[],
  check: (machine: DatabaseMachine, index: number) => Promise<boolean>,
): Promise<string[]> {
  const areTrue = await Promise.all(
    machines.map((machine, index) => check(machine, index).catch(() => false)),
  );
  return machines.filter((_, index) => areTrue[index]).map(({ member }) => member);
}

function openPool({ superuserUrl }: DatabaseMachine): pg.Pool {
  const pool = new pg.Pool({
    connectionString: superuserUrl,
    application_name: 'primary watch',
    max: 1,
    connectionTimeoutMillis: MAX_ANSWER_MS,
    query_timeout: MAX_ANSWER_MS,
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

async function look(
  { machines, haproxy }: DatabaseCluster,
  pools: readonly pg.Pool[],
): Promise<Look> {
  const [servers, patroni, outOfRecovery] = await Promise.all([
    haproxy.listServers(),
    namesOf(machines, isPatroniPrimary),
    namesOf(machines, (_, index) => isOutOfRecovery(pools[index] as pg.Pool)),
  ]);
  return {
    haproxy: servers
      .filter(({ isUp, connectionCount }) => isUp || connectionCount > 0)
      .map(({ name }) => name),
    patroni,
    outOfRecovery,
  };
}

/** Starts to look at all machines. */
export function watchPrimaries(cluster: DatabaseCluster): PrimaryWatch {
  const pools = cluster.machines.map(openPool);
  const violations: string[] = [];
  let lookCount = 0;
  let secondWriterCount = 0;
  let isRunning = true;
  const lookRepeatedly = async () => {
    while (isRunning) {
      const seen = await look(cluster, pools);
      lookCount += 1;
      const reachableWriters = seen.outOfRecovery.filter((name) => seen.haproxy.includes(name));
      if (reachableWriters.length > 1 || seen.patroni.length > 1)
        violations.push(`two primaries: ${JSON.stringify(seen)}`);
      if (seen.outOfRecovery.length > 1) secondWriterCount += 1;
      await delay(PAUSE_MS);
    }
  };
  const looking = lookRepeatedly();
  return {
    get lookCount() {
      return lookCount;
    },
    violations,
    get secondWriterCount() {
      return secondWriterCount;
    },
    stop: async () => {
      isRunning = false;
      await looking;
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}
