import type { Download } from '@guilda/contract/endpoint';
import type { DataExport } from '@guilda/contract/privacy/privacy';
import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import type { Enqueue } from '../../platform/jobs/index.ts';
import { err, ok, okReplayed, type Result } from '../../platform/result.ts';
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
 * Streams a data export. When the file store is unavailable, an error is sent; a failure after the response has begun
 * aborts the response.
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

/** The data exports of the actor, newest first. */
export const listExports =
  ({ database: { db } }: Pick<ExportRouteDeps, 'database'>) =>
  async ({ uid }: Person) =>
    ok({ exports: (await readExports(db, uid)).map(toDataExport) });

/**
 * Chooses one of two job queues by the export's id. Each queue runs one export at a time over all nodes, so that other
 * jobs, such as mails and refunds, do not wait for large exports.
 */
const jobQueueOf = (id: string) => ({ queue: `exports ${Number.parseInt(id.slice(-1), 16) % 2}` });

/**
 * The person's export in progress, or a new one. Null when an export in progress ended before it could be read.
 */
async function findOrBeginExport(deps: ExportRouteDeps, personId: string) {
  return deps.database.transaction(async (tx) => {
    if (!(await lockOpenAccounts(tx, [personId]))) return err('token_invalid');
    const row = await insertExport(tx, { id: deps.ids.uuid(), personId });
    if (row) {
      const jobPayload = { exportId: row.id, personId };
      await deps.enqueue(tx, 'privacy.make_export', jobPayload, jobQueueOf(row.id));
      return ok({ export: toDataExport(row) });
    }
    const exportInProgress = await findExportInProgress(tx, personId);
    return exportInProgress && okReplayed({ export: toDataExport(exportInProgress) });
  });
}

/** Requests an export. While one is in progress, repeated requests return that export. */
export const requestExport =
  (deps: ExportRouteDeps) =>
  async ({ uid }: Person): Promise<Result<{ export: DataExport }, 'token_invalid'>> => {
    for (;;) {
      const dataExport = await findOrBeginExport(deps, uid);
      if (dataExport) return dataExport;
    }
  };

/** Creates a short-lived address of a ready export of the actor. */
export const createExportUrl =
  ({ database: { db }, exportAddresses }: ExportRouteDeps) =>
  async (
    { uid: personId }: Person,
    id: string,
  ): Promise<Result<{ url: string }, 'export_not_found'>> => {
    const readyExport = await findReadyExport(db, { id, personId });
    return readyExport
      ? ok({ url: exportAddresses.create({ id, personId }) })
      : err('export_not_found');
  };
