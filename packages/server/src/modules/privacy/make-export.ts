import { limits } from '@guilda/contract/limits';
import type { Database } from '../../platform/database/pool.ts';
import type { FileStore } from '../../ports/file-store.ts';
import type { Ids } from '../../ports/ids.ts';
import { recordNotification } from '../notifications/index.ts';
import type { StorageQuota } from '../storage/index.ts';
import { keepAccounts } from '../users/index.ts';
import type { DataExportRow } from './data-exports-table.ts';
import {
  endOlder,
  expired,
  findPreparing,
  forget,
  giveUpStale,
  isKnown,
  markReady,
} from './export-store.ts';
import { type ExportDeps, exportZip } from './export-zip.ts';

export interface MakeExportDeps extends ExportDeps {
  readonly database: Database;
  readonly files: Pick<FileStore, 'get' | 'put' | 'delete' | 'deletePrefix'>;
  readonly ids: Ids;
  /** What all copies of a person may take together, apart from the files that they are copies of. */
  readonly quota: Pick<StorageQuota, 'limit'>;
}

/** Where the copies of a person's data lie. */
const folderOf = (personId: string) => `exports/${personId}/`;

/** Where each try of making a copy has a file of its own: two at once never spoil each other's. */
const placeOf = ({ id, personId }: Pick<DataExportRow, 'id' | 'personId'>) =>
  `${folderOf(personId)}${id}/`;

const ready =
  `A cópia dos seus dados está pronta. Você pode baixá-la em Configurações ` +
  `durante ${limits.exportDays} dias.`;

/** Writes down that the copy is whole and tells its person; false when nobody waits for it any more. */
function hand(deps: MakeExportDeps, row: DataExportRow, file: { fileKey: string; size: number }) {
  return deps.database.transaction(async (tx) => {
    if (!(await keepAccounts(tx, [row.personId]))) return false;
    if (!(await markReady(tx, { id: row.id, ...file }))) return false;
    await endOlder(tx, row.personId, deps.quota.limit);
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
 * Makes a copy that was asked for, and erases those that it ends. While the storage or the database is down it rejects, to be tried
 * again later; a copy that is given up or whose person has gone meanwhile is thrown away, by the next
 * try where this one is cut off before it could.
 */
export const makeExport =
  (deps: MakeExportDeps) =>
  async (asked: Pick<DataExportRow, 'id' | 'personId'>, signal: AbortSignal): Promise<void> => {
    const { db } = deps.database;
    const row = await findPreparing(db, asked.id);
    if (!row) {
      if (!(await isKnown(db, asked.id))) await deps.files.deletePrefix(placeOf(asked));
      return;
    }
    const fileKey = `${placeOf(row)}${deps.ids.uuid()}.zip`;
    const zip = exportZip(deps, row.personId);
    const stop = () => zip.destroy(new Error('the program is about to end'));
    signal.addEventListener('abort', stop, { once: true });
    try {
      const { size } = await deps.files.put(fileKey, zip, { contentType: 'application/zip' });
      if (!(await hand(deps, row, { fileKey, size }))) await deps.files.delete(fileKey);
    } finally {
      signal.removeEventListener('abort', stop);
    }
    await sweepExports(deps)(signal);
  };

/** Erases the files of a person's copies, once their rows are gone. May be repeated. */
export const eraseExportsOf =
  ({ files }: Pick<MakeExportDeps, 'files'>) =>
  (personId: string): Promise<void> =>
    files.deletePrefix(folderOf(personId));

/**
 * Erases copies whose time is over, the file before its row, so that a failure in between is made good
 * by the next run; gives up those that could not be made for hours.
 */
export const sweepExports =
  ({ database: { db }, files }: Pick<MakeExportDeps, 'database' | 'files'>) =>
  async (signal: AbortSignal): Promise<void> => {
    await giveUpStale(db);
    for (let rows = await expired(db); rows.length > 0; rows = await expired(db)) {
      for (const row of rows) {
        if (signal.aborted) return;
        await files.deletePrefix(placeOf(row));
        await forget(db, row.id);
      }
    }
  };
