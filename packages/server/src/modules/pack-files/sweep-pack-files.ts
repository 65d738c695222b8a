import type { Database } from '../../platform/database/pool.ts';
import type { TaskRunners } from '../../platform/jobs/index.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { erasePackFileContent } from './file-keys.ts';
import {
  deletePackFileRow,
  listUnreferencedPackFiles,
  markAbandonedPackFilesRemoved,
} from './pack-file-store.ts';

export interface SweepPackFilesDeps {
  readonly database: Pick<Database, 'db'>;
  readonly files: Pick<FileStore, 'deletePrefix'>;
}

/** Background jobs of pack files. */
export type PackFileTasks = {
  /** Erases pack files that nothing references any more; scheduled. */
  readonly 'archives.sweep': Readonly<Record<string, string>>;
};

export const packFileSchedule = { 'archives.sweep': '17 * * * *' } as const;

/**
 * Erases one removed file: first its content, then its row, so that the next run completes a failed erasure. Rejects
 * with `StorageUnavailableError`.
 */
export async function erasePackFile(
  { database, files }: SweepPackFilesDeps,
  id: string,
): Promise<void> {
  await erasePackFileContent(files, id);
  await deletePackFileRow(database.db, id);
}

/**
 * Erases unreferenced files: files that waited for a service for a day, files that were unfinished for an hour, and
 * files that were removed from a pack and belong to no order. When a service takes one of these files at the same
 * moment, either the service is first and the file stays, or the service gets `archive_not_found`.
 */
export async function sweepPackFiles(
  deps: SweepPackFilesDeps,
  signal?: AbortSignal,
): Promise<void> {
  await markAbandonedPackFilesRemoved(deps.database.db);
  for (;;) {
    const ids = await listUnreferencedPackFiles(deps.database.db);
    if (ids.length === 0) return;
    for (const id of ids) {
      if (signal?.aborted) return;
      await erasePackFile(deps, id);
    }
  }
}

export function packFileTasks(deps: SweepPackFilesDeps): TaskRunners<PackFileTasks> {
  return { 'archives.sweep': (_, { signal }) => sweepPackFiles(deps, signal) };
}
