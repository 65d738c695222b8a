import { createHash } from 'node:crypto';
import type pg from 'pg';
import { type Pack, pack } from 'tar-stream';
import { ownBuildInfo } from '../../platform/build-info/build-info.ts';
import { acquireMigrationsLock } from '../../platform/database/migrate.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { systemTimers, type Timers } from '../../ports/timers.ts';
import {
  type BackupHead,
  type BackupManifest,
  FORMAT_VERSION,
  HEAD_ENTRY,
  JOBS_ENTRY,
  MANIFEST_CHECKSUM_ENTRY,
  MANIFEST_ENTRY,
} from '../archive/format.ts';
import type { LineSpool } from '../archive/spool.ts';
import { writeEntry } from '../archive/tar-entries.ts';
import { connectForBackup, destroySession } from '../connection.ts';
import { BackupError } from '../errors.ts';
import {
  copyJobsOutStatement,
  copyOutStatement,
  jobsTable,
  listMigrations,
  listSequences,
  listTables,
  readLedgerTotals,
} from '../tables.ts';
import { acquireBackupLease, type BackupLease } from './backup-lease.ts';
import { listFileKeys, writeFiles } from './write-files.ts';
import { writeTable } from './write-table.ts';

/** The database and the files to copy into a backup. */
export interface BackupSource {
  readonly url: string;
  /** The file store; null to copy only the database. */
  readonly files: FileStore | null;
}

/** Functions that a backup calls to report its progress. */
export interface BackupProgress {
  head?(head: BackupHead): void;
  table?(name: string, rows: number): void;
  files?(count: number): void;
  bytes?(bytes: number): void;
  done?(manifest: BackupManifest): void;
}

export interface BackupOptions {
  readonly progress?: BackupProgress | undefined;
  readonly timers?: Timers | undefined;
}

const sha256Hex = (data: Buffer) => createHash('sha256').update(data).digest('hex');

/** Reads the head of the backup, which precedes the data: versions, time, migrations and tables. */
async function readHead(client: pg.Client, files: boolean): Promise<BackupHead> {
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
    ...{ guilda: 'backup', format: FORMAT_VERSION, version, commit, at, postgres },
    ...{ migrations, tables, files },
  };
}

interface BackupWriter {
  readonly source: BackupSource;
  readonly tar: Pack;
  readonly progress: BackupProgress;
  readonly lease: BackupLease;
}

interface WrittenSnapshot extends Pick<BackupManifest, 'head' | 'tables' | 'sequences' | 'ledger'> {
  readonly snapshotAt: Date;
  readonly fileKeys: LineSpool | null;
}

/** Writes the database from one snapshot and lists the files that its rows reference. */
async function writeSnapshot(
  backupWriter: BackupWriter,
  client: pg.Client,
): Promise<WrittenSnapshot> {
  const { tar, progress, lease, source } = backupWriter;
  // Prevents migrations, which take this lock exclusively before anything else.
  await acquireMigrationsLock(client, 'shared', { maxWaitMs: 60_000 });
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const head = await readHead(client, source.files !== null);
  progress.head?.(head);
  const snapshotTime = new Date(head.at);
  const headBody = Buffer.from(`${JSON.stringify(head, null, 1)}\n`);
  await writeEntry(tar, HEAD_ENTRY, headBody, snapshotTime);
  const writer = { client, tar, at: snapshotTime, onPiece: lease.heartbeat };
  const tables: BackupManifest['tables'] = [];
  for (const table of head.tables) {
    const statement = table.name === JOBS_ENTRY ? copyJobsOutStatement : copyOutStatement(table);
    const tableChecksum = await writeTable(writer, table.name, statement);
    tables.push(tableChecksum);
    lease.heartbeat();
    progress.table?.(tableChecksum.name, tableChecksum.rows);
  }
  const [ledger, sequences] = [await readLedgerTotals(client), await listSequences(client)];
  const fileKeys = source.files && (await listFileKeys(client));
  // The snapshot is closed before files are copied, because copying takes long.
  await client.query('COMMIT');
  return {
    head: sha256Hex(headBody),
    tables,
    sequences,
    ledger,
    snapshotAt: snapshotTime,
    fileKeys,
  };
}

async function writeBackupContent(backupWriter: BackupWriter): Promise<void> {
  const { source, tar, progress, lease } = backupWriter;
  const client = await connectForBackup(source.url, 'guilda-backup');
  let snapshot: WrittenSnapshot;
  try {
    snapshot = await writeSnapshot(backupWriter, client);
  } finally {
    await destroySession(client);
  }
  const { snapshotAt: at, fileKeys: list, ...database } = snapshot;
  await using _list = list;
  let files: BackupManifest['files'] = {
    count: 0,
    bytes: 0,
    sums: sha256Hex(Buffer.of()),
    missing: [],
  };
  if (list && source.files) {
    progress.files?.(list.count);
    const onBytes = (bytes: number) => {
      lease.heartbeat();
      progress.bytes?.(bytes);
    };
    files = await writeFiles({ tar, files: source.files, modifiedAt: at, onBytes }, list);
  }
  // The check for missing files is valid only while the backup has the lease: without the lease, a file could have been
  // deleted during the backup.
  lease.heartbeat();
  const manifest: BackupManifest = { ...database, files };
  const manifestBody = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  await writeEntry(tar, MANIFEST_ENTRY, manifestBody, at);
  await writeEntry(
    tar,
    MANIFEST_CHECKSUM_ENTRY,
    Buffer.from(`${sha256Hex(manifestBody)}  ${MANIFEST_ENTRY}\n`),
    at,
  );
  progress.done?.(manifest);
}

/**
 * Streams a consistent backup of database and files, also while the program runs; no file is deleted until the backup
 * ends. For the format see `format.ts`. Rejects with `BackupError` and with errors of database and store.
 */
export async function* createBackup(
  source: BackupSource,
  { progress = {}, timers = systemTimers }: BackupOptions = {},
): AsyncGenerator<Uint8Array> {
  const lease = await acquireBackupLease(source.url, { timers });
  const tar = pack();
  const writePromise = writeBackupContent({ source, tar, progress, lease }).then(
    () => tar.finalize(),
    (error: Error) => tar.destroy(error),
  );
  try {
    for await (const chunk of tar) yield chunk as Uint8Array;
  } finally {
    tar.destroy();
    await writePromise;
    await lease.end();
  }
}
