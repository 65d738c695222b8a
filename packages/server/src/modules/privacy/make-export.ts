import { limits } from '@guilda/contract/limits';
import type { Database } from '../../platform/database/pool.ts';
import type { FileStore } from '../../ports/file-store.ts';
import type { Ids } from '../../ports/ids.ts';
import { recordNotification } from '../notifications/index.ts';
import { keepAccounts } from '../users/index.ts';
import type { DataExportRow } from './data-exports-table.ts';
import { expired, findPreparing, forget, giveUpStale, markReady } from './export-store.ts';
import { type ExportDeps, exportZip } from './export-zip.ts';

export interface MakeExportDeps extends ExportDeps {
  readonly database: Database;
  readonly files: Pick<FileStore, 'get' | 'put' | 'delete' | 'deletePrefix'>;
  readonly ids: Ids;
}

/** Where the copies of a person's data lie. */
const folderOf = (personId: string) => `exports/${personId}/`;

/** Each try of making a copy has a place of its own: two at once never spoil each other's. */
const keyOf = ({ id, personId }: DataExportRow, run: string) =>
  `${folderOf(personId)}${id}/${run}.zip`;

const ready =
  `A cópia dos seus dados está pronta. Você pode baixá-la em Configurações ` +
  `durante ${limits.exportDays} dias.`;

/** Writes down that the copy is whole and tells its person; false when nobody waits for it any more. */
function hand(deps: MakeExportDeps, row: DataExportRow, file: { fileKey: string; size: number }) {
  return deps.database.transaction(async (tx) => {
    if (!(await keepAccounts(tx, [row.personId]))) return false;
    if (!(await markReady(tx, { id: row.id, ...file }))) return false;
    await recordNotification(tx, deps.ids, {
      receiverId: row.personId,
      senderId: null,
      type: 'export',
      content: ready,
      additionalInfo: { event: 'export_ready', exportId: row.id },
      dedupeKey: `export ${row.id}`,
    });
    return true;
  });
}

/**
 * Makes a copy that was asked for. While the storage or the database is down it rejects, to be tried
 * again later; a copy that is given up or whose person has gone meanwhile is thrown away.
 */
export const makeExport =
  (deps: MakeExportDeps) =>
  async (exportId: string, signal: AbortSignal): Promise<void> => {
    const row = await findPreparing(deps.database.db, exportId);
    if (!row) return;
    const fileKey = keyOf(row, deps.ids.uuid());
    const zip = exportZip(deps, row.personId);
    const stop = () => zip.destroy(new Error('the program is about to end'));
    signal.addEventListener('abort', stop, { once: true });
    try {
      const { size } = await deps.files.put(fileKey, zip, { contentType: 'application/zip' });
      if (!(await hand(deps, row, { fileKey, size }))) await deps.files.delete(fileKey);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  };

/** Erases the files of a person's copies, once their rows are gone. May be repeated. */
export const eraseExportsOf =
  ({ files }: Pick<MakeExportDeps, 'files'>) =>
  (personId: string): Promise<void> =>
    files.deletePrefix(folderOf(personId));

/**
 * Erases copies whose week is over, the file before its row, so that a failure in between is made good
 * by the next run; gives up those that could not be made for hours.
 */
export const sweepExports =
  ({ database: { db }, files }: Pick<MakeExportDeps, 'database' | 'files'>) =>
  async (signal: AbortSignal): Promise<void> => {
    await giveUpStale(db);
    for (let rows = await expired(db); rows.length > 0; rows = await expired(db)) {
      for (const { id, personId } of rows) {
        if (signal.aborted) return;
        await files.deletePrefix(`${folderOf(personId)}${id}/`);
        await forget(db, id);
      }
    }
  };
