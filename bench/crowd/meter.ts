import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { readCpuSeconds, readMainThreadSeconds } from '../mixed/processor-time.ts';
import type { Stage } from './stage.ts';

/** Whose processor time is measured: `main` is the main thread of the program, `threads` are its other threads. */
const cpuConsumers = [
  'main',
  'threads',
  'observer',
  'database',
  'redis',
  'load',
  'others',
] as const;
export type CpuConsumer = (typeof cpuConsumers)[number];

/** Totals since some moment, or what was used between two moments. */
export interface ResourceUse {
  readonly seconds: number;
  readonly cpuMs: Readonly<Record<CpuConsumer, number>>;
  readonly walBytes: number;
  /** Size of each table with its indexes. */
  readonly tableBytes: Readonly<Record<string, number>>;
  /** Rows of each table that were inserted and not deleted. */
  readonly tableRows: Readonly<Record<string, number>>;
  readonly fileBytes: number;
  /** Notices (`NOTIFY`) that PostgreSQL sent. */
  readonly notices: number;
}

/** Reads what has been used so far. */
export interface UseMeter {
  read(): Promise<ResourceUse>;
  close(): Promise<void>;
}

/** Channels of all functions of the database that notify. */
const notifiedChannels = String.raw`
  SELECT DISTINCT (regexp_matches(prosrc, 'pg_notify\(\s*''([\w:]+)''', 'g'))[1] AS channel FROM pg_proc`;

interface TableSize {
  readonly name: string;
  readonly bytes: number;
  readonly rows: number;
}

/** Tables of the product; those of the job queue empty themselves. */
const tableSizes = `
  SELECT relname AS name, pg_total_relation_size(relid)::float8 AS bytes,
    (n_tup_ins - n_tup_del)::float8 AS rows
  FROM pg_stat_user_tables WHERE schemaname = 'public'`;

const walPosition = `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS bytes`;

async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      stat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

function readCpuMs({ program, observer, redis, databaseProcessId, generator }: Stage) {
  const seconds = readCpuSeconds({
    program: program.pid,
    observer: observer.pid,
    redis: redis.pid,
    database: databaseProcessId,
    load: generator.pid,
  });
  if (!seconds) throw new Error('this system does not report processor time by process');
  const main = readMainThreadSeconds(program.pid);
  const inSeconds = { ...seconds, main, threads: seconds.program - main };
  return Object.fromEntries(
    cpuConsumers.map((consumer) => [consumer, inSeconds[consumer] * 1_000]),
  ) as Record<CpuConsumer, number>;
}

export async function openMeter(stage: Stage): Promise<UseMeter> {
  const listener = new pg.Client({ connectionString: stage.databaseUrl });
  await listener.connect();
  let notices = 0;
  listener.on('notification', () => {
    notices += 1;
  });
  const { rows } = await listener.query<{ channel: string }>(notifiedChannels);
  for (const { channel } of rows) await listener.query(`LISTEN "${channel}"`);
  return {
    read: async () => {
      const seconds = performance.now() / 1_000;
      const cpuMs = readCpuMs(stage);
      const wal = await stage.client.query<{ bytes: number }>(walPosition);
      const { rows: tables } = await stage.client.query<TableSize>(tableSizes);
      return {
        seconds,
        cpuMs,
        walBytes: wal.rows[0]?.bytes ?? 0,
        tableBytes: Object.fromEntries(tables.map(({ name, bytes }) => [name, bytes])),
        tableRows: Object.fromEntries(tables.map(({ name, rows: count }) => [name, count])),
        fileBytes: await folderBytes(stage.filesFolder),
        notices,
      };
    },
    close: () => listener.end(),
  };
}

/** The differences of numbers with the same names. */
function subtract<Name extends string>(
  numbers: Readonly<Record<Name, number>>,
  from: Readonly<Record<Name, number>>,
): Record<Name, number> {
  const names = Object.keys(from) as Name[];
  return Object.fromEntries(
    names.map((name) => [name, from[name] - (numbers[name] ?? 0)]),
  ) as Record<Name, number>;
}

const usedBetween = (before: ResourceUse, after: ResourceUse): ResourceUse => ({
  seconds: after.seconds - before.seconds,
  cpuMs: subtract(before.cpuMs, after.cpuMs),
  walBytes: after.walBytes - before.walBytes,
  tableBytes: subtract(before.tableBytes, after.tableBytes),
  tableRows: subtract(before.tableRows, after.tableRows),
  fileBytes: after.fileBytes - before.fileBytes,
  notices: after.notices - before.notices,
});

/**
 * Growth of the tables that have more rows than before. Others grow by versions of rows that vacuum takes away, until
 * they have room for the next ones.
 */
export const growthOfTables = ({ tableBytes, tableRows }: ResourceUse): Record<string, number> =>
  Object.fromEntries(
    Object.entries(tableBytes).filter(([name, bytes]) => bytes > 0 && (tableRows[name] ?? 0) > 0),
  );

/** Measures what `work` uses, and what follows from it within `settleMs`. */
export async function measureUse<T>(
  meter: UseMeter,
  work: () => Promise<T>,
  settleMs = 1_500,
): Promise<{ readonly result: T; readonly used: ResourceUse }> {
  const before = await meter.read();
  const result = await work();
  await delay(settleMs);
  return { result, used: usedBetween(before, await meter.read()) };
}
