import type { FileStore } from '../../ports/file-store.ts';
import { formatBytes, formatPlural, type PrintLine } from '../commands/progress.ts';
import { connectForBackup, destroySession } from '../connection.ts';
import { listFileKeys } from '../write/write-files.ts';
import { reportCheck } from './verify-restored.ts';

/** Calls `visit` for the key of each file that rows of a database reference. */
async function visitFileKeys(url: string, visit: (key: string) => Promise<void> | void) {
  const client = await connectForBackup(url, 'guilda-restore');
  try {
    await client.query('BEGIN TRANSACTION READ ONLY');
    await using keys = await listFileKeys(client);
    for await (const key of keys.lines()) await visit(key);
  } finally {
    await destroySession(client);
  }
}

/**
 * Checks that the file store has the files that the database at `url`, of an earlier time, references. A missing file
 * that the current database does not reference was deleted after that time: it is reported, but is no failure.
 * @param currentUrl the current database; when it does not answer, every missing file is a failure
 * @returns whether no file is missing
 */
export async function checkFilesOfTime(
  { url, currentUrl, files }: { url: string; currentUrl: string; files: FileStore },
  printLine: PrintLine,
): Promise<boolean> {
  const missingKeys = new Set<string>();
  let [fileCount, bytes] = [0, 0];
  await visitFileKeys(url, async (key) => {
    const file = await files.stat(key);
    if (!file) missingKeys.add(key);
    fileCount += file ? 1 : 0;
    bytes += file?.size ?? 0;
  });
  const lostKeys = missingKeys.size > 0 ? await withoutDeleted(missingKeys, currentUrl) : [];
  const deletedCount = missingKeys.size - lostKeys.length;
  if (deletedCount > 0)
    printLine(
      `– ${formatPlural(deletedCount, 'arquivo foi apagado', 'arquivos foram apagados')} desde então.`,
    );
  return reportCheck(
    printLine,
    lostKeys.length === 0,
    `${formatPlural(fileCount, 'arquivo', 'arquivos')} (${formatBytes(bytes)}) daquela hora no lugar dos arquivos.`,
    `${formatPlural(lostKeys.length, 'arquivo falta', 'arquivos faltam')} no lugar dos arquivos: ${lostKeys.slice(0, 50).join(', ')}`,
  );
}

/** The missing keys that the current database still references; all missing keys when that database does not answer. */
async function withoutDeleted(missingKeys: ReadonlySet<string>, currentUrl: string) {
  const stillReferencedKeys: string[] = [];
  const isRead = await visitFileKeys(currentUrl, (key) => {
    if (missingKeys.has(key)) stillReferencedKeys.push(key);
  }).then(
    () => true,
    () => false,
  );
  return isRead ? stillReferencedKeys : [...missingKeys];
}
