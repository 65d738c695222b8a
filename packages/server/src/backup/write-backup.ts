import { createHash } from 'node:crypto';
import type pg from 'pg';
import { type Pack, pack } from 'tar-stream';
import { ownBuildInfo } from '../platform/build-info/build-info.ts';
import { MIGRATIONS_LOCK } from '../platform/database/migrate.ts';
import type { FileStore } from '../ports/file-store.ts';
import { systemTimers, type Timers } from '../ports/timers.ts';
import { connect, cut } from './connection.ts';
import { BackupError } from './errors.ts';
import { FORMAT, HEAD, type Head, JOBS, MANIFEST, type Manifest, SEAL } from './format.ts';
import { type Lease, takeLease } from './lease.ts';
import type { Spool } from './spool.ts';
import {
  copyOut,
  jobsOut,
  jobsTable,
  ledgerFigures,
  listMigrations,
  listSequences,
  listTables,
} from './tables.ts';
import { writeEntry } from './tar-entries.ts';
import { writeTable } from './write-database.ts';
import { listKeys, writeFiles } from './write-files.ts';

/** What is copied from where. */
export interface BackupSource {
  readonly url: string;
  /** Null when the files stay where they are. */
  readonly files: FileStore | null;
}

/** How far it has come: after each table, and with each part of a file. */
export interface BackupProgress {
  head?(head: Head): void;
  table?(name: string, rows: number): void;
  files?(count: number): void;
  bytes?(bytes: number): void;
  done?(manifest: Manifest): void;
}

export interface BackupOptions {
  readonly progress?: BackupProgress | undefined;
  readonly timers?: Timers | undefined;
}

const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex');

async function readHead(client: pg.Client, files: boolean): Promise<Head> {
  const migrations = await listMigrations(client);
  if (migrations.length === 0) {
    throw new BackupError('Este banco não tem nada da Guilda para copiar.');
  }
  const { rows } = await client.query<{ at: string; postgres: string; queue: boolean }>(
    `SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at,
       current_setting('server_version') AS postgres,
       to_regclass('graphile_worker._private_jobs') IS NOT NULL AS queue`,
  );
  const { at = '', postgres = '', queue = false } = rows[0] ?? {};
  const tables = [...(await listTables(client)), ...(queue ? [jobsTable] : [])];
  const { version, commit } = ownBuildInfo();
  return {
    ...{ guilda: 'backup', format: FORMAT, version, commit, at, postgres },
    ...{ migrations, tables, files },
  };
}

interface Writing {
  readonly source: BackupSource;
  readonly tar: Pack;
  readonly progress: BackupProgress;
  readonly lease: Lease;
}

interface Snapshot extends Pick<Manifest, 'head' | 'tables' | 'sequences' | 'ledger'> {
  readonly at: Date;
  readonly list: Spool | null;
}

/** Writes the database as it is at one moment, and learns which files that moment names. */
async function writeSnapshot(writing: Writing, client: pg.Client): Promise<Snapshot> {
  const { tar, progress, lease, source } = writing;
  // No migration begins meanwhile: it waits for its turn before it touches anything.
  await client.query('SELECT pg_advisory_lock_shared($1)', [MIGRATIONS_LOCK]);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const head = await readHead(client, source.files !== null);
  progress.head?.(head);
  const at = new Date(head.at);
  const told = Buffer.from(`${JSON.stringify(head, null, 1)}\n`);
  await writeEntry(tar, HEAD, told, at);
  const writer = { client, tar, at, onPiece: lease.beat };
  const tables: Manifest['tables'] = [];
  for (const table of head.tables) {
    const copy = table.name === JOBS ? jobsOut : copyOut(table);
    const sum = await writeTable(writer, table.name, copy);
    tables.push(sum);
    lease.beat();
    progress.table?.(sum.name, sum.rows);
  }
  const [ledger, sequences] = [await ledgerFigures(client), await listSequences(client)];
  const list = source.files && (await listKeys(client));
  // From here on the files are what takes long, and old rows need to be kept for nobody.
  await client.query('COMMIT');
  return { head: sha256(told), tables, sequences, ledger, at, list };
}

async function writeAll(writing: Writing): Promise<void> {
  const { source, tar, progress, lease } = writing;
  const client = await connect(source.url, 'guilda-backup');
  let snapshot: Snapshot;
  try {
    snapshot = await writeSnapshot(writing, client);
  } finally {
    await cut(client);
  }
  const { at, list, ...database } = snapshot;
  await using _list = list;
  let files: Manifest['files'] = { count: 0, bytes: 0, sums: sha256(Buffer.of()), missing: [] };
  if (list && source.files) {
    progress.files?.(list.count);
    const onBytes = (bytes: number) => {
      lease.beat();
      progress.bytes?.(bytes);
    };
    files = await writeFiles({ tar, files: source.files, at, onBytes }, list);
  }
  // Had it been lost, a file could be missing because it was erased.
  lease.beat();
  const manifest: Manifest = { ...database, files };
  const told = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  await writeEntry(tar, MANIFEST, told, at);
  await writeEntry(tar, SEAL, Buffer.from(`${sha256(told)}  ${MANIFEST}\n`), at);
  progress.done?.(manifest);
}

/**
 * A backup of database and files as they are at one moment, while the program goes on working: what
 * it erases meanwhile waits. The order and the meaning of what comes are those of `format.ts`.
 * Rejects with `BackupError`, and with what database and store fail with.
 */
export async function* backupOf(
  source: BackupSource,
  { progress = {}, timers = systemTimers }: BackupOptions = {},
): AsyncGenerator<Uint8Array> {
  const lease = await takeLease(source.url, { timers });
  const tar = pack();
  const work = writeAll({ source, tar, progress, lease }).then(
    () => tar.finalize(),
    (error: Error) => tar.destroy(error),
  );
  try {
    for await (const chunk of tar) yield chunk as Uint8Array;
  } finally {
    tar.destroy();
    await work;
    await lease.end();
  }
}
