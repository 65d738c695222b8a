import type pg from 'pg';
import { type FileStore, StorageUnavailableError } from '../../ports/file-store.ts';

/**
 * Advisory lock that a backup holds exclusively from before its snapshot until its last file is copied. The same
 * number in every version of the program.
 */
export const BACKUP_LOCK = 4_885_201_470;

/** Prefixes that a backup copies; other files are generated and may be deleted at any time. */
const BACKED_UP_PREFIXES = /^(archives|pictures)\//;

/** Thrown by deletes while a backup copies files; the caller retries later. */
export class BackupInProgressError extends StorageUnavailableError {
  constructor() {
    super(new Error('a backup is copying files'));
  }
}

/**
 * Wraps a store so that deletes reject with `BackupInProgressError` while a backup may still copy the file; callers
 * retry later, as when the storage is down.
 *
 * Checking before the delete, without holding the lock, is enough as long as the row that names the file is updated
 * and committed first: a backup that starts after the check reads the new row and does not expect the file.
 */
export function deferDeletesDuringBackup(
  store: FileStore,
  { pool }: { readonly pool: Pick<pg.Pool, 'query'> },
): FileStore {
  const requireNoBackup = async (paths: readonly string[]) => {
    if (!paths.some((path) => BACKED_UP_PREFIXES.test(path))) return;
    // Released at the end of the statement.
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
