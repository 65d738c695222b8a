import type { Database } from '../../platform/database/pool.ts';
import type { TaskRunners } from '../../platform/jobs/index.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { eraseFiles } from './archive-files.ts';
import { closeAbandoned, dropArchive, unheldArchives } from './archive-store.ts';

export interface SweepDeps {
  readonly database: Pick<Database, 'db'>;
  readonly files: Pick<FileStore, 'deletePrefix'>;
}

/** The background work of this module. */
export type ArchiveTasks = {
  /** Erases the files that nobody holds any more. */
  readonly 'archives.sweep': Readonly<Record<string, string>>;
};

/** Every hour. */
export const archiveSchedule = { 'archives.sweep': '17 * * * *' } as const;

/**
 * Erases one removed file for good: its bytes first, then its row, so that a failure in between is
 * made good by the next run. Rejects with `StorageUnavailableError`.
 */
export async function eraseArchive({ database, files }: SweepDeps, id: string): Promise<void> {
  await eraseFiles(files, id);
  await dropArchive(database.db, id);
}

/**
 * Erases what nobody holds: files that waited for a service for a day, those that were never whole
 * after an hour, and those that left a pack and that no order bought. A service that takes a file
 * at this moment either comes first, and the file stays, or finds it gone.
 */
export async function sweepArchives(deps: SweepDeps, signal?: AbortSignal): Promise<void> {
  await closeAbandoned(deps.database.db);
  for (;;) {
    const ids = await unheldArchives(deps.database.db);
    if (ids.length === 0) return;
    for (const id of ids) {
      if (signal?.aborted) return;
      await eraseArchive(deps, id);
    }
  }
}

export function archiveTasks(deps: SweepDeps): TaskRunners<ArchiveTasks> {
  return { 'archives.sweep': (_, { signal }) => sweepArchives(deps, signal) };
}
