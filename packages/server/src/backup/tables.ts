import type pg from 'pg';
import { quoted } from './connection.ts';
import { type Head, JOBS } from './format.ts';

/** A table of the product as its rows are copied. */
export type Table = Head['tables'][number];

/** Schemas whose tables are the product's. */
const SCHEMAS = ['public', 'sandbox'];
/** Made by the migrations themselves. */
const BOOK = 'public.migrations';

/**
 * Rows that stay behind. A copy of somebody's data is a zip for a week: whoever still wants it asks
 * again, and a restored row would name a file that is not there.
 */
const LEFT_OUT: Readonly<Record<string, string>> = { 'public.data_exports': "state <> 'ready'" };

/** All tables with the columns that are not made of others, in a fixed order. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT n.nspname || '.' || c.relname AS name,
       array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
         AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname = ANY ($1)
       AND n.nspname || '.' || c.relname <> $2
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     GROUP BY n.nspname, c.relname ORDER BY n.nspname, c.relname`,
    [SCHEMAS, BOOK],
  );
  return rows;
}

/** Migrations that were applied, in order; empty where there never was a Guilda. */
export async function listMigrations(client: pg.ClientBase): Promise<string[]> {
  const known = await client.query(`SELECT to_regclass('${BOOK}') AS book`);
  if (known.rows[0]?.book === null) return [];
  const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${BOOK} ORDER BY id`);
  return rows.map(({ name }) => name);
}

const columnsOf = ({ columns }: Table) => columns.map((column) => quoted(column)).join(', ');

/** The statement that writes a table's rows. */
export function copyOut(table: Table): string {
  const where = LEFT_OUT[table.name];
  const from = `${quoted(table.name)}${where ? ` WHERE ${where}` : ''}`;
  // Only of a query may rows be left out; of a partitioned table only a query gives all.
  return `COPY (SELECT ${columnsOf(table)} FROM ${from}) TO STDOUT`;
}

/** The statement that takes a table's rows in. */
export const copyIn = (table: Table) =>
  `COPY ${quoted(table.name)} (${columnsOf(table)}) FROM STDIN`;

/**
 * The queue's jobs, told in words of their own: its tables belong to its library, which may change
 * them. One at work at that moment waits again, without the attempt that it is in the middle of.
 * Its schedules are not kept: the program knows them.
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

/** The jobs as the head lists them. */
export const jobsTable: Table = { name: JOBS, columns: JOB_COLUMNS.map(([column]) => column) };

export const jobsOut = `COPY (SELECT ${JOB_COLUMNS.map(([, from]) => from).join(', ')}
  FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
  ORDER BY j.id) TO STDOUT`;

/** Where restored jobs are taken in before they are put into the queue. */
export const jobsStage = `CREATE TEMPORARY TABLE guilda_jobs (${JOB_COLUMNS.map(
  ([column, , type]) => `${column} ${type}`,
).join(', ')}) ON COMMIT DROP`;

/** `columns` are those of the backup: a newer one may tell more than this program knows. */
export const jobsIn = ({ columns }: Table) =>
  `COPY pg_temp.guilda_jobs (${columns.map((column) => quoted(column)).join(', ')}) FROM STDIN`;

export const jobsIntoQueue = [
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

/** Sequences with where they stand. Asked after the rows were read, so that none is behind them. */
export async function listSequences(client: pg.ClientBase) {
  const { rows } = await client.query<{ name: string }>(
    `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c
       JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'S' AND n.nspname = ANY ($1) AND NOT EXISTS (SELECT FROM pg_depend d
       WHERE d.objid = c.oid AND d.refobjid = to_regclass($2)) ORDER BY n.nspname, c.relname`,
    [SCHEMAS, BOOK],
  );
  const found: { name: string; last: string; called: boolean }[] = [];
  for (const { name } of rows) {
    const at = await client.query<{ last: string; called: boolean }>(
      `SELECT last_value::text AS last, is_called AS called FROM ${quoted(name)}`,
    );
    if (at.rows[0]) found.push({ name, ...at.rows[0] });
  }
  return found;
}

/** What the ledger comes to: the same before and after, whatever it says. */
export async function ledgerFigures(client: pg.ClientBase) {
  const { rows } = await client.query<{
    transactions: number;
    entries: number;
    sum: string;
    moved: string;
  }>(`SELECT (SELECT count(*) FROM ledger_transactions)::float8 AS transactions,
      count(*)::float8 AS entries, coalesce(sum(amount), 0)::text AS sum,
      coalesce(sum(abs(amount)), 0)::text AS moved FROM ledger_entries`);
  const [figures] = rows;
  if (!figures) throw new Error('counting answered nothing');
  return figures;
}

/** What a program that nobody has used yet, and its backups, write by the clock; a restore takes its place. */
const KEPT_BY_CLOCK: readonly string[] = ['public.ledger_sums', 'public.last_backup'];

/** Removes what a program wrote of itself into a place that counts as empty. */
export async function clearKeptByClock(
  client: pg.ClientBase,
  tables: readonly Table[],
): Promise<void> {
  for (const { name } of tables) {
    if (KEPT_BY_CLOCK.includes(name)) await client.query(`DELETE FROM ${quoted(name)}`);
  }
}

/** A table into which somebody put something that is still there; null where there is none. */
export async function firstWithRows(
  client: pg.ClientBase,
  tables: readonly Table[],
): Promise<string | null> {
  for (const { name } of tables) {
    if (KEPT_BY_CLOCK.includes(name)) continue;
    const { rows } = await client.query(`SELECT EXISTS (SELECT FROM ${quoted(name)}) AS held`);
    if (rows[0]?.held === true) return name;
  }
  return null;
}
