import type pg from 'pg';
import type { DatabaseLog } from '../platform/database/log.ts';
import { migrate } from '../platform/database/migrate.ts';
import type { FileStore } from '../ports/file-store.ts';
import { connect, cut, quoted } from './connection.ts';
import { asDamaged, damaged } from './errors.ts';
import { type Head, JOBS, type Manifest, type TableSum } from './format.ts';
import { tableLoader } from './load-tables.ts';
import { type FilePutter, filePutter } from './put-files.ts';
import { type OpenBackup, openBackup } from './read-backup.ts';
import { jobsIntoQueue, jobsStage, ledgerFigures } from './tables.ts';
import { prepareTarget, unbind } from './target.ts';

const quiet: DatabaseLog = { debug() {}, info() {}, warn() {}, error() {} };

/** Where a backup is put. */
export interface RestoreTarget {
  readonly url: string;
  readonly files: FileStore;
}

/** How far it has come. */
export interface RestoreProgress {
  head?(head: Head): void;
  bytes?(bytes: number): void;
  /** All rows and files are there and hold what the backup says. */
  verified?(manifest: Manifest): void;
}

/** What was restored. */
export interface Restored {
  readonly head: Head;
  readonly manifest: Manifest;
  /** Tables of the backup that are none of the product's. */
  readonly skipped: readonly string[];
}

const EMPTY_SHA = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Holds what came of the tables against the manifest. */
function assertTables(
  sums: ReadonlyMap<string, TableSum>,
  manifest: Manifest,
  skipped: ReadonlySet<string>,
): void {
  const expected = new Set(manifest.tables.map(({ name }) => name));
  for (const name of sums.keys()) if (!expected.has(name)) throw damaged(`não se espera ${name}`);
  for (const { name, rows, sha256 } of manifest.tables) {
    const came = sums.get(name) ?? { rows: 0, sha256: EMPTY_SHA };
    const same = came.sha256 === sha256 && (skipped.has(name) || came.rows === rows);
    if (!same) throw damaged(`as linhas de ${name} não são as que foram copiadas`);
  }
}

function assertFiles(came: ReturnType<FilePutter['finish']>, { files }: Manifest): void {
  const same = came.count === files.count && came.bytes === files.bytes && came.sums === files.sums;
  if (!same) throw damaged('os arquivos não são os que foram copiados');
}

async function assertLedger(client: pg.Client, { ledger }: Manifest): Promise<void> {
  const { transactions, entries, sum, moved } = await ledgerFigures(client);
  const same =
    transactions === ledger.transactions &&
    entries === ledger.entries &&
    sum === ledger.sum &&
    moved === ledger.moved;
  if (!same) throw damaged('o livro-caixa não é o que foi copiado');
}

async function setSequences(client: pg.Client, { sequences }: Manifest): Promise<void> {
  for (const { name, last, called } of sequences) {
    await client.query('SELECT setval(to_regclass($1), $2, $3)', [quoted(name), last, called]);
  }
}

/** Puts everything in, in one transaction that is left open. */
async function takeIn(client: pg.Client, backup: OpenBackup, putter: FilePutter) {
  const { head } = backup;
  const { skipped, bind } = await unbind(client, head);
  await client.query(jobsStage);
  const tables = tableLoader(client, head.tables, skipped);
  for await (const entry of backup.entries) {
    if (await tables.take(entry)) continue;
    if (!(await putter.take(entry))) throw damaged(`não se espera ${entry.header.name} nela`);
  }
  const manifest = backup.manifest();
  if (!manifest) throw damaged('está incompleta: falta o fim');
  assertTables(await tables.finish(), manifest, skipped);
  if (manifest.tables.some(({ name }) => name === JOBS)) {
    for (const statement of jobsIntoQueue) await client.query(statement);
  }
  await setSequences(client, manifest);
  await bind().catch((error: unknown) => {
    throw asDamaged(error, 'há nela linhas que se referem a outras que faltam');
  });
  await assertLedger(client, manifest);
  assertFiles(putter.finish(), manifest);
  return { head, manifest, skipped: [...skipped] };
}

async function restoreOpen(
  backup: OpenBackup,
  target: RestoreTarget,
  progress: RestoreProgress,
): Promise<Restored> {
  await prepareTarget(target.url, backup.head);
  await using putter = await filePutter(target.files, (bytes) => progress.bytes?.(bytes));
  const client = await connect(target.url, 'guilda-restore');
  let committing = false;
  try {
    await client.query('BEGIN');
    const restored = await takeIn(client, backup, putter);
    progress.verified?.(restored.manifest);
    committing = true;
    await client.query('COMMIT');
    return restored;
  } catch (error) {
    // First nothing names the files, then they go; unless nobody knows whether something does.
    await cut(client);
    if (!committing) await putter.undo().catch(() => undefined);
    throw error;
  } finally {
    await cut(client);
  }
}

/**
 * Puts a backup into an empty place: all rows in one transaction that is committed once every row,
 * file and sum has been held against what the backup says; then it is brought to this program's
 * version. When it rejects the place is as empty as before, apart from tables without rows.
 * @param bytes the backup, decrypted
 * @throws BackupError when the place is not empty or the backup is damaged or of a newer version
 */
export async function restoreFrom(
  bytes: AsyncIterable<Uint8Array>,
  target: RestoreTarget,
  progress: RestoreProgress = {},
): Promise<Restored> {
  const backup = await openBackup(bytes);
  try {
    progress.head?.(backup.head);
    const restored = await restoreOpen(backup, target, progress);
    await migrate(target.url, quiet);
    return restored;
  } finally {
    await backup.close();
  }
}
