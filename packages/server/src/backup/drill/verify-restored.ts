import { createHash } from 'node:crypto';
import { checkLedgerAndChains } from '../../ledger-check.ts';
import { drizzle } from '../../platform/database/query-builder.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { type BackupManifest, checksumLine, JOBS_ENTRY } from '../archive/format.ts';
import { formatBytes, formatCount, formatPlural, type PrintLine } from '../commands/progress.ts';
import { connectForBackup, destroySession, quoteName } from '../connection.ts';
import { programMigrations } from '../restore/read-backup.ts';
import type { RestoredBackup } from '../restore/restore.ts';
import { listFileKeys } from '../write/write-files.ts';

/** Database and files of a restored location. */
export interface RestoredLocation {
  readonly url: string;
  readonly files: FileStore;
}

/** Prints the result of a check, and returns whether the check passed. */
export function reportCheck(
  printLine: PrintLine,
  hasPassed: boolean,
  passedText: string,
  failedText: string,
): boolean {
  printLine(hasPassed ? `✓ ${passedText}` : `✗ ${failedText}`);
  return hasPassed;
}

/** Compares the number of rows of each table with the manifest; skipped when newer migrations may have changed rows. */
async function checkRestoredRows(
  { url }: RestoredLocation,
  { head, manifest }: RestoredBackup,
  printLine: PrintLine,
) {
  const newerMigrationCount = programMigrations.length - head.migrations.length;
  if (newerMigrationCount > 0) {
    printLine(
      `  ${formatPlural(newerMigrationCount, 'migração mais nova', 'migrações mais novas')}: linhas não recontadas.`,
    );
    return true;
  }
  const client = await connectForBackup(url, 'guilda-restore');
  try {
    const wrongTables: string[] = [];
    for (const { name, rows } of manifest.tables) {
      const table = name === JOBS_ENTRY ? 'graphile_worker._private_jobs' : name;
      const countResult = await client.query(
        `SELECT count(*)::float8 AS n FROM ${quoteName(table)}`,
      );
      if (countResult.rows[0]?.n !== rows)
        wrongTables.push(`${name}: ${countResult.rows[0]?.n} de ${rows}`);
    }
    const successText = `As linhas de ${formatPlural(manifest.tables.length, 'tabela', 'tabelas')} são as da cópia.`;
    return reportCheck(
      printLine,
      wrongTables.length === 0,
      successText,
      `Linhas a mais ou a menos: ${wrongTables.join('; ')}`,
    );
  } finally {
    await destroySession(client);
  }
}

/** Checks ledger, order steps and evidence of the restored database with the rules of `npm run ledger:check`. */
export async function checkRestoredLedger(
  { url }: Pick<RestoredLocation, 'url'>,
  printLine: PrintLine,
): Promise<boolean> {
  const client = await connectForBackup(url, 'guilda-restore');
  try {
    const { broken, counts, total } = await drizzle({ client }).transaction(checkLedgerAndChains, {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    });
    return reportCheck(
      printLine,
      broken.length === 0 && total === 0,
      `O livro-caixa fecha: ${formatCount(counts.transactions)} transações, ${formatCount(counts.entries)} lançamentos; os passos de ${formatPlural(counts.orders, 'pedido', 'pedidos')} estão como foram gravados.`,
      `O livro-caixa ou os passos dos pedidos não fecham (${broken.map(({ rule }) => rule).join(', ')}): veja npm run ledger:check.`,
    );
  } finally {
    await destroySession(client);
  }
}

async function checksumOfFile(files: FileStore, key: string) {
  const foundFile = await files.get(key);
  if (!foundFile) return null;
  const hash = createHash('sha256');
  for await (const chunk of foundFile.stream) hash.update(chunk as Uint8Array);
  return { sha256: hash.digest('hex'), size: foundFile.size };
}

/** Reads every referenced file and compares its checksum with that of the backup. */
async function checkRestoredFiles(
  { url, files }: RestoredLocation,
  manifest: BackupManifest,
  printLine: PrintLine,
) {
  const client = await connectForBackup(url, 'guilda-restore');
  const checksumsHash = createHash('sha256');
  const missingKeys: string[] = [];
  let [fileCount, bytes] = [0, 0];
  try {
    await client.query('BEGIN');
    await using keys = await listFileKeys(client);
    for await (const key of keys.lines()) {
      const fileChecksum = await checksumOfFile(files, key);
      if (!fileChecksum) {
        missingKeys.push(key);
        continue;
      }
      checksumsHash.update(checksumLine(key, fileChecksum.sha256));
      fileCount += 1;
      bytes += fileChecksum.size;
    }
  } finally {
    await destroySession(client);
  }
  const lostKeys = missingKeys.filter((key) => !manifest.files.missing.includes(key));
  const doAllMatch = lostKeys.length === 0 && checksumsHash.digest('hex') === manifest.files.sums;
  return reportCheck(
    printLine,
    doAllMatch,
    `${formatPlural(fileCount, 'arquivo', 'arquivos')} (${formatBytes(bytes)}) com as somas da cópia.`,
    `Os arquivos não são os da cópia: ${lostKeys.join(', ') || 'alguma soma é outra'}.`,
  );
}

/**
 * Verifies a restored location independently of the restore: rows, ledger and files are read again.
 * @returns whether all checks passed; failures are printed
 */
export async function verifyRestored(
  location: RestoredLocation,
  restored: RestoredBackup,
  printLine: PrintLine,
): Promise<boolean> {
  const outcomes = [
    await checkRestoredRows(location, restored, printLine),
    await checkRestoredLedger(location, printLine),
    await checkRestoredFiles(location, restored.manifest, printLine),
  ];
  return outcomes.every(Boolean);
}
