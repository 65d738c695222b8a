import type pg from 'pg';
import { type BackupHead, JOBS_ENTRY } from './archive/format.ts';
import { quoteName } from './connection.ts';

/** A table and its columns that a backup copies. */
export type BackupTable = BackupHead['tables'][number];

/** Schemas that contain Guilda's tables. */
const BACKED_UP_SCHEMAS = ['public', 'sandbox'];
/** Table of applied migrations; not copied, because the migrations of a restore write it themselves. */
const MIGRATIONS_TABLE = 'public.migrations';

/**
 * SQL conditions that copied rows must meet, for tables of which some rows are left out. Data exports are files that
 * expire after a week and are not backed up: a restored row would reference a missing file.
 */
const CONDITIONS_OF_COPIED_ROWS: Readonly<Record<string, string>> = {
  'public.data_exports': "state <> 'ready'",
};

/** Lists all tables with their columns (without generated ones), in a fixed order. */
export async function listTables(client: pg.ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(
    `SELECT n.nspname || '.' || c.relname AS name,
       array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
         AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname = ANY ($1)
       AND n.nspname || '.' || c.relname <> $2
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     GROUP BY n.nspname, c.relname ORDER BY n.nspname, c.relname`,
    [BACKED_UP_SCHEMAS, MIGRATIONS_TABLE],
  );
  return rows;
}

/** Names of the applied migrations, in order; empty for a database that the program never used. */
export async function listMigrations(client: pg.ClientBase): Promise<string[]> {
  const migrationsTable = await client.query(`SELECT to_regclass('${MIGRATIONS_TABLE}') AS found`);
  if (migrationsTable.rows[0]?.found === null) return [];
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM ${MIGRATIONS_TABLE} ORDER BY id`,
  );
  return rows.map(({ name }) => name);
}

const columnListOf = ({ columns }: BackupTable) =>
  columns.map((column) => quoteName(column)).join(', ');

/** The `COPY` statement that exports a table. */
export function copyOutStatement(table: BackupTable): string {
  const condition = CONDITIONS_OF_COPIED_ROWS[table.name];
  const rowsSource = `${quoteName(table.name)}${condition ? ` WHERE ${condition}` : ''}`;
  // `COPY` of a query, because that allows a WHERE clause and includes the rows of partitions.
  return `COPY (SELECT ${columnListOf(table)} FROM ${rowsSource}) TO STDOUT`;
}

/** The `COPY` statement that imports a table. */
export const copyInStatement = (table: BackupTable) =>
  `COPY ${quoteName(table.name)} (${columnListOf(table)}) FROM STDIN`;

/**
 * Columns of the queue's jobs in the backup's own format, because graphile-worker may change its tables. A running job
 * is copied as a waiting one, without its current attempt. Schedules are not copied: the program defines them.
 */
const JOB_COLUMNS = [
  ['id', 'j.id', 'bigint'],
  ['task', 't.identifier', 'text'],
  ['queue', 'q.queue_name', 'text'],
  ['payload', 'j.payload', 'json'],
  ['priority', 'j.priority', 'smallint'],
  ['run_at', 'j.run_at', 'timestamptz'],
  [
    'attempts',
    'CASE WHEN j.locked_at IS NULL THEN j.attempts ELSE greatest(j.attempts - 1, 0) END',
    'smallint',
  ],
  ['max_attempts', 'j.max_attempts', 'smallint'],
  ['last_error', 'j.last_error', 'text'],
  ['created_at', 'j.created_at', 'timestamptz'],
  ['updated_at', 'j.updated_at', 'timestamptz'],
  ['key', 'j.key', 'text'],
  ['revision', 'j.revision', 'integer'],
  ['flags', 'j.flags', 'jsonb'],
] as const;

/** The table of the queue's jobs, in the form in which the head of a backup lists its tables. */
export const jobsTable: BackupTable = {
  name: JOBS_ENTRY,
  columns: JOB_COLUMNS.map(([column]) => column),
};

export const copyJobsOutStatement = `COPY (SELECT ${JOB_COLUMNS.map(([, from]) => from).join(', ')}
  FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
  ORDER BY j.id) TO STDOUT`;

/** SQL for the temporary table into which restored jobs are loaded before they are inserted into the queue. */
export const createJobsStagingTable = `CREATE TEMPORARY TABLE guilda_jobs (${JOB_COLUMNS.map(
  ([column, , type]) => `${column} ${type}`,
).join(', ')}) ON COMMIT DROP`;

/** The `COPY` statement that imports jobs. `columns` are those of the backup, which can differ from this program's. */
export const copyJobsInStatement = ({ columns }: BackupTable) =>
  `COPY pg_temp.guilda_jobs (${columns.map((column) => quoteName(column)).join(', ')}) FROM STDIN`;

export const insertStagedJobs = [
  `INSERT INTO graphile_worker._private_tasks (identifier)
     SELECT DISTINCT task FROM guilda_jobs ON CONFLICT DO NOTHING`,
  `INSERT INTO graphile_worker._private_job_queues (queue_name)
     SELECT DISTINCT queue FROM guilda_jobs WHERE queue IS NOT NULL ON CONFLICT DO NOTHING`,
  `INSERT INTO graphile_worker._private_jobs (id, job_queue_id, task_id, payload, priority, run_at,
       attempts, max_attempts, last_error, created_at, updated_at, key, revision, flags)
     OVERRIDING SYSTEM VALUE
     SELECT j.id, q.id, t.id, j.payload, j.priority, j.run_at, j.attempts, j.max_attempts,
       j.last_error, j.created_at, j.updated_at, j.key, j.revision, j.flags
     FROM guilda_jobs j JOIN graphile_worker._private_tasks t ON t.identifier = j.task
       LEFT JOIN graphile_worker._private_job_queues q ON q.queue_name = j.queue`,
  `SELECT setval(pg_get_serial_sequence('graphile_worker._private_jobs', 'id'), max(id))
     FROM guilda_jobs HAVING max(id) IS NOT NULL`,
] as const;

/** Lists sequences with their current values. Must be read after the rows, so that no sequence is behind the rows. */
export async function listSequences(client: pg.ClientBase) {
  const { rows } = await client.query<{ name: string }>(
    `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c
       JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'S' AND n.nspname = ANY ($1) AND NOT EXISTS (SELECT FROM pg_depend d
       WHERE d.objid = c.oid AND d.refobjid = to_regclass($2)) ORDER BY n.nspname, c.relname`,
    [BACKED_UP_SCHEMAS, MIGRATIONS_TABLE],
  );
  const listedSequences: { name: string; last: string; called: boolean }[] = [];
  for (const { name } of rows) {
    const sequenceResult = await client.query<{ last: string; called: boolean }>(
      `SELECT last_value::text AS last, is_called AS called FROM ${quoteName(name)}`,
    );
    if (sequenceResult.rows[0]) listedSequences.push({ name, ...sequenceResult.rows[0] });
  }
  return listedSequences;
}

/** Reads the totals of the ledger, which must be equal in the backup and after its restore. */
export async function readLedgerTotals(client: pg.ClientBase) {
  const { rows } = await client.query<{
    transactions: number;
    entries: number;
    sum: string;
    moved: string;
  }>(`SELECT (SELECT count(*) FROM ledger_transactions)::float8 AS transactions,
      count(*)::float8 AS entries, coalesce(sum(amount), 0)::text AS sum,
      coalesce(sum(abs(amount)), 0)::text AS moved FROM ledger_entries`);
  const [totals] = rows;
  if (!totals) throw new Error('counting answered nothing');
  return totals;
}

/**
 * Tables that scheduled jobs fill even in an unused installation; a restore deletes their rows before it loads the rows
 * of the backup.
 */
const TABLES_OF_SCHEDULED_JOBS: readonly string[] = [
  'public.ledger_sums',
  'public.last_backup',
  'public.last_cluster_backup',
];

/** Deletes the rows that scheduled jobs wrote into an otherwise empty database. */
export async function deleteRowsOfScheduledJobs(
  client: pg.ClientBase,
  tables: readonly BackupTable[],
): Promise<void> {
  for (const { name } of tables) {
    if (TABLES_OF_SCHEDULED_JOBS.includes(name))
      await client.query(`DELETE FROM ${quoteName(name)}`);
  }
}

/** Finds the first table that contains rows of users; null for an empty database. */
export async function findTableWithRows(
  client: pg.ClientBase,
  tables: readonly BackupTable[],
): Promise<string | null> {
  for (const { name } of tables) {
    if (TABLES_OF_SCHEDULED_JOBS.includes(name)) continue;
    const { rows } = await client.query(`SELECT EXISTS (SELECT FROM ${quoteName(name)}) AS held`);
    if (rows[0]?.held === true) return name;
  }
  return null;
}
