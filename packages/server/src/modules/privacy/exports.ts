import type { Download } from '@guilda/contract/endpoint';
import type { DataExport } from '@guilda/contract/privacy';
import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import type { Enqueue } from '../../platform/jobs/index.ts';
import { err, ok, type Result, repeat } from '../../platform/result.ts';
import { type FileStore, StorageUnavailableError } from '../../ports/file-store.ts';
import type { Ids } from '../../ports/ids.ts';
import { lockOpenAccounts } from '../users/index.ts';
import type { DataExportRow } from './data-exports-table.ts';
import type { ExportAddresses } from './export-address.ts';
import { exportFileName } from './export-name.ts';
import {
  findExportInProgress,
  findReadyExport,
  insertExport,
  readExports,
} from './export-store.ts';
import { createExportZip, type ExportDeps } from './export-zip.ts';
import type { PrivacyTasks } from './tasks.ts';

export interface ExportRouteDeps extends ExportDeps {
  readonly database: Database;
  readonly files: Pick<FileStore, 'get' | 'ping'>;
  readonly ids: Ids;
  readonly enqueue: Enqueue<PrivacyTasks>;
  readonly exportAddresses: ExportAddresses;
}

function toDataExport({ id, state, size, ...row }: DataExportRow): DataExport {
  return {
    id,
    state,
    size,
    createdAt: row.createdAt.toISOString(),
    readyAt: row.readyAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  };
}

/**
 * Streams a data export. An unavailable file store is reported before the response begins; a failure
 * during the response aborts it.
 */
export const streamExport =
  (deps: ExportRouteDeps) =>
  async ({ uid }: Person): Promise<Result<Download, 'storage_unavailable'>> => {
    try {
      await deps.files.ping();
    } catch (error) {
      if (error instanceof StorageUnavailableError) return err('storage_unavailable');
      throw error;
    }
    return ok({ filename: exportFileName(deps.clock.now()), body: createExportZip(deps, uid) });
  };

/** The caller's exports, newest first. */
export const listExports =
  ({ database: { db } }: Pick<ExportRouteDeps, 'database'>) =>
  async ({ uid }: Person) =>
    ok({ exports: (await readExports(db, uid)).map(toDataExport) });

/**
 * One of two job queues, by the export's id: two exports run at a time over all nodes, so that mails and
 * refunds never wait behind large exports.
 */
const jobQueueOf = (id: string) => ({ queue: `exports ${Number.parseInt(id.slice(-1), 16) % 2}` });

/** The export in progress, requested now or before; null when the previous one has just finished. */
async function findOrBeginExport(deps: ExportRouteDeps, personId: string) {
  return deps.database.transaction(async (tx) => {
    if (!(await lockOpenAccounts(tx, [personId]))) return err('token_invalid');
    const row = await insertExport(tx, { id: deps.ids.uuid(), personId });
    if (row) {
      const job = { exportId: row.id, personId };
      await deps.enqueue(tx, 'privacy.make_export', job, jobQueueOf(row.id));
      return ok({ export: toDataExport(row) });
    }
    const other = await findExportInProgress(tx, personId);
    return other && repeat({ export: toDataExport(other) });
  });
}

/** Requests an export; while one is in progress, repeated requests return that one. */
export const requestExport =
  (deps: ExportRouteDeps) =>
  async ({ uid }: Person): Promise<Result<{ export: DataExport }, 'token_invalid'>> => {
    for (;;) {
      const begun = await findOrBeginExport(deps, uid);
      if (begun) return begun;
    }
  };

/** A short-lived address of one of the caller's exports that is ready. */
export const createExportUrl =
  ({ database: { db }, exportAddresses }: ExportRouteDeps) =>
  async (
    { uid: personId }: Person,
    id: string,
  ): Promise<Result<{ url: string }, 'export_not_found'>> => {
    const found = await findReadyExport(db, { id, personId });
    return found ? ok({ url: exportAddresses.make({ id, personId }) }) : err('export_not_found');
  };
