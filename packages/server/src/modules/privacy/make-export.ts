import { limits } from '@guilda/contract/limits';
import type { Database } from '../../platform/database/pool.ts';
import type { FileStore } from '../../ports/file-store.ts';
import type { Ids } from '../../ports/ids.ts';
import { recordNotification } from '../notifications/index.ts';
import type { StorageQuota } from '../storage/index.ts';
import { lockOpenAccounts } from '../users/index.ts';
import type { DataExportRow } from './data-exports-table.ts';
import {
  beginPendingExport,
  deleteExport,
  expireOlderExports,
  exportExists,
  failStaleExports,
  findExpiredExports,
  markExportReady,
} from './export-store.ts';
import { createExportZip, type ExportDeps } from './export-zip.ts';

export interface MakeExportDeps extends ExportDeps {
  readonly database: Database;
  readonly files: Pick<FileStore, 'get' | 'put' | 'delete' | 'deletePrefix'>;
  readonly ids: Ids;
  /**
   * A person's exports may together take up to `limit` bytes, in addition to the `limit` bytes that the person may
   * upload.
   */
  readonly quota: Pick<StorageQuota, 'limit'>;
}

/** Storage folder of all exports of a person. */
const exportsFolderOf = (personId: string) => `exports/${personId}/`;

/**
 * Storage folder of one export. Each attempt writes its own file, so that two attempts at the same time do not
 * overwrite each other.
 */
const exportFolderOf = ({ id, personId }: Pick<DataExportRow, 'id' | 'personId'>) =>
  `${exportsFolderOf(personId)}${id}/`;

const exportReadyText =
  `A cópia dos seus dados está pronta. Você pode baixá-la em Configurações ` +
  `durante ${limits.exportDays} dias.`;

/** Marks the export as ready and notifies the person; false when the export has been marked as failed or deleted. */
function publishExport(
  deps: MakeExportDeps,
  row: DataExportRow,
  file: { fileKey: string; size: number },
) {
  return deps.database.transaction(async (tx) => {
    if (!(await lockOpenAccounts(tx, [row.personId]))) return false;
    if (!(await markExportReady(tx, { id: row.id, ...file }))) return false;
    await expireOlderExports(tx, row.personId, deps.quota.limit);
    await recordNotification(tx, deps.ids, {
      receiverId: row.personId,
      senderId: null,
      source: { type: 'export', event: 'export_ready' },
      content: exportReadyText,
      ids: { exportId: row.id },
      dedupeKey: `export ${row.id}`,
    });
    return true;
  });
}

/**
 * Makes a requested export and deletes the exports that it replaces. Rejects while the file store or the database is
 * unavailable, so that the queue retries the job. When the export was marked as failed or its account was closed
 * during the job, the new file is deleted at once or by the next attempt.
 */
export const makeExport =
  (deps: MakeExportDeps) =>
  async (
    requestedExport: Pick<DataExportRow, 'id' | 'personId'>,
    signal: AbortSignal,
  ): Promise<void> => {
    const { db } = deps.database;
    const row = await beginPendingExport(db, requestedExport.id);
    if (!row) {
      if (!(await exportExists(db, requestedExport.id)))
        await deps.files.deletePrefix(exportFolderOf(requestedExport));
      return;
    }
    const fileKey = `${exportFolderOf(row)}${deps.ids.uuid()}.zip`;
    const zip = createExportZip(deps, row.personId);
    const abortZip = () => zip.destroy(new Error('the program is about to end'));
    signal.addEventListener('abort', abortZip, { once: true });
    try {
      const { size } = await deps.files.put(fileKey, zip, { contentType: 'application/zip' });
      if (!(await publishExport(deps, row, { fileKey, size }))) await deps.files.delete(fileKey);
    } finally {
      signal.removeEventListener('abort', abortZip);
    }
    await sweepExports(deps)(signal);
  };

/** Erases the files of a person's exports after their rows were deleted. Repeated calls are harmless. */
export const eraseExportsOf =
  ({ files }: Pick<MakeExportDeps, 'files'>) =>
  (personId: string): Promise<void> =>
    files.deletePrefix(exportsFolderOf(personId));

/**
 * Deletes expired exports. The file is deleted before its row, so that the next run completes a failed deletion. Also
 * marks exports as failed that took too long.
 */
export const sweepExports =
  ({ database: { db }, files }: Pick<MakeExportDeps, 'database' | 'files'>) =>
  async (signal: AbortSignal): Promise<void> => {
    await failStaleExports(db);
    for (
      let rows = await findExpiredExports(db);
      rows.length > 0;
      rows = await findExpiredExports(db)
    ) {
      for (const row of rows) {
        if (signal.aborted) return;
        await files.deletePrefix(exportFolderOf(row));
        await deleteExport(db, row.id);
      }
    }
  };
