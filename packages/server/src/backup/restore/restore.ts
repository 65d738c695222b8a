import type pg from 'pg';
import type { DatabaseLog } from '../../platform/database/log.ts';
import { acquireMigrationsLock, migrate } from '../../platform/database/migrate.ts';
import type { FileStore } from '../../ports/file-store.ts';
import {
  type BackupHead,
  type BackupManifest,
  JOBS_ENTRY,
  type TableChecksum,
} from '../archive/format.ts';
import { connectForBackup, destroySession, quoteName } from '../connection.ts';
import { damagedBackupError, toDamagedIfDataError } from '../errors.ts';
import { createJobsStagingTable, insertStagedJobs, readLedgerTotals } from '../tables.ts';
import { createFileLoader, type FileLoader } from './load-files.ts';
import { createTableLoader } from './load-tables.ts';
import { disableConstraints, prepareTarget } from './prepare-target.ts';
import { type OpenBackup, openBackup } from './read-backup.ts';

const silentLog: DatabaseLog = { debug() {}, info() {}, warn() {}, error() {} };

/** The empty database and file store that a backup is restored into. */
export interface RestoreTarget {
  readonly url: string;
  readonly files: FileStore;
}

/** Functions that a restore calls to report its progress. */
export interface RestoreProgress {
  head?(head: BackupHead): void;
  bytes?(bytes: number): void;
  /** Called when all rows and files are loaded and were found to match the manifest. */
  verified?(manifest: BackupManifest): void;
}

/** Contents of a restored backup. */
export interface RestoredBackup {
  readonly head: BackupHead;
  readonly manifest: BackupManifest;
  /** Tables of the backup that this program's database does not have. */
  readonly skippedTables: readonly string[];
}

const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/**
 * Throws unless the hash and the row count of each loaded table match the manifest. A row count of 0 in the manifest is
 * not compared, because earlier versions sometimes wrote 0 for a table with rows.
 */
export function assertTablesComplete(
  checksums: ReadonlyMap<string, TableChecksum>,
  tables: BackupManifest['tables'],
  skippedTables: ReadonlySet<string>,
): void {
  const expectedNames = new Set(tables.map(({ name }) => name));
  for (const name of checksums.keys())
    if (!expectedNames.has(name)) throw damagedBackupError(`não se espera ${name}`);
  for (const { name, rows, sha256 } of tables) {
    const loadedTable = checksums.get(name) ?? { rows: 0, sha256: EMPTY_SHA256 };
    const isCounted = skippedTables.has(name) || rows === 0 || loadedTable.rows === rows;
    const isMatch = loadedTable.sha256 === sha256 && isCounted;
    if (!isMatch) throw damagedBackupError(`as linhas de ${name} não são as que foram copiadas`);
  }
}

function assertFilesComplete(
  loadedFiles: ReturnType<FileLoader['finish']>,
  { files }: BackupManifest,
): void {
  const isMatch =
    loadedFiles.count === files.count &&
    loadedFiles.bytes === files.bytes &&
    loadedFiles.sums === files.sums;
  if (!isMatch) throw damagedBackupError('os arquivos não são os que foram copiados');
}

async function assertLedgerTotals(client: pg.Client, { ledger }: BackupManifest): Promise<void> {
  const { transactions, entries, sum, moved } = await readLedgerTotals(client);
  const isMatch =
    transactions === ledger.transactions &&
    entries === ledger.entries &&
    sum === ledger.sum &&
    moved === ledger.moved;
  if (!isMatch) throw damagedBackupError('o livro-caixa não é o que foi copiado');
}

async function setSequences(client: pg.Client, { sequences }: BackupManifest): Promise<void> {
  for (const { name, last, called } of sequences) {
    await client.query('SELECT setval(to_regclass($1), $2, $3)', [quoteName(name), last, called]);
  }
}

/** Loads all tables and files of the backup, in the caller's transaction. */
async function loadBackup(client: pg.Client, backup: OpenBackup, fileLoader: FileLoader) {
  const { head } = backup;
  const { skippedTables, restoreConstraints } = await disableConstraints(client, head);
  await client.query(createJobsStagingTable);
  const tables = createTableLoader(client, head.tables, skippedTables);
  for await (const entry of backup.entries) {
    if (await tables.take(entry)) continue;
    if (!(await fileLoader.take(entry)))
      throw damagedBackupError(`não se espera ${entry.header.name} nela`);
  }
  const manifest = backup.manifest();
  if (!manifest) throw damagedBackupError('está incompleta: falta o fim');
  assertTablesComplete(await tables.finish(), manifest.tables, skippedTables);
  if (manifest.tables.some(({ name }) => name === JOBS_ENTRY)) {
    for (const statement of insertStagedJobs) await client.query(statement);
  }
  await setSequences(client, manifest);
  await restoreConstraints().catch((error: unknown) => {
    throw toDamagedIfDataError(error, 'há nela linhas que se referem a outras que faltam');
  });
  await assertLedgerTotals(client, manifest);
  assertFilesComplete(fileLoader.finish(), manifest);
  return { head, manifest, skippedTables: [...skippedTables] };
}

async function restoreOpenBackup(
  backup: OpenBackup,
  target: RestoreTarget,
  progress: RestoreProgress,
): Promise<RestoredBackup> {
  await prepareTarget(target.url, backup.head);
  await using fileLoader = await createFileLoader(target.files, (bytes) => progress.bytes?.(bytes));
  const client = await connectForBackup(target.url, 'guilda-restore');
  let isCommitting = false;
  try {
    await acquireMigrationsLock(client, 'exclusive', { maxWaitMs: 60_000 });
    await client.query('BEGIN');
    const restored = await loadBackup(client, backup, fileLoader);
    progress.verified?.(restored.manifest);
    isCommitting = true;
    await client.query('COMMIT');
    return restored;
  } catch (error) {
    // The stored files are deleted only after the transaction has ended, and not when the commit may have succeeded.
    await destroySession(client);
    if (!isCommitting) await fileLoader.undo().catch(() => undefined);
    throw error;
  } finally {
    await destroySession(client);
  }
}

/**
 * Restores a backup into an empty location. All rows are loaded in one transaction, which is committed once rows, files
 * and checksums match the manifest; then this program's migrations are applied. When the restore rejects, the location
 * is empty again except for tables without rows.
 * @param bytes the backup, decrypted
 * @throws BackupError when the location is not empty or the backup is damaged or of a newer version
 */
export async function restoreFromStream(
  bytes: AsyncIterable<Uint8Array>,
  target: RestoreTarget,
  progress: RestoreProgress = {},
): Promise<RestoredBackup> {
  const backup = await openBackup(bytes);
  try {
    progress.head?.(backup.head);
    const restored = await restoreOpenBackup(backup, target, progress);
    await migrate(target.url, silentLog);
    return restored;
  } finally {
    await backup.close();
  }
}
