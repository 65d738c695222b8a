import type pg from 'pg';
import { type FileStore, StorageUnavailableError } from '../../ports/file-store.ts';

/**
 * Key of the advisory lock that a backup takes exclusively before its database snapshot and releases after it has
 * copied its last file. The same number in every version of the program.
 */
export const BACKUP_LOCK = 4_885_201_470;

/** Key prefixes of files that a backup copies; all other files are generated and may be deleted at any time. */
const BACKED_UP_PREFIXES = /^(archives|pictures)\//;

/** Thrown when a file is deleted while a backup copies files; the caller retries later. */
export class BackupInProgressError extends StorageUnavailableError {
  constructor() {
    super(new Error('a backup is copying files'));
  }
}

/**
 * Wraps a store so that deletes reject with `BackupInProgressError` while a backup may still copy the file; callers
 * retry later, as when the storage is down. The lock is only checked before the delete, not held during it. This is
 * enough as long as the row that references the file is updated and committed first: a backup that starts after the
 * check reads the new row and does not expect the file.
 */
export function deferDeletesDuringBackup(
  store: FileStore,
  { pool }: { readonly pool: Pick<pg.Pool, 'query'> },
): FileStore {
  const requireNoBackup = async (paths: readonly string[]) => {
    if (!paths.some((path) => BACKED_UP_PREFIXES.test(path))) return;
    // The lock is released at the end of this statement.
    const { rows } = await pool.query<{ free: boolean }>(
      'SELECT pg_try_advisory_xact_lock_shared($1) AS free',
      [BACKUP_LOCK],
    );
    if (rows[0]?.free !== true) throw new BackupInProgressError();
  };
  return {
    ...store,
    delete: async (key) => {
      await requireNoBackup([key]);
      await store.delete(key);
    },
    deleteMany: async (keys) => {
      await requireNoBackup(keys);
      await store.deleteMany(keys);
    },
    deletePrefix: async (prefix) => {
      await requireNoBackup([prefix]);
      await store.deletePrefix(prefix);
    },
  };
}
