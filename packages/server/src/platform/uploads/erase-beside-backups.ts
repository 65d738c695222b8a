import type pg from 'pg';
import { type FileStore, StorageUnavailableError } from '../../ports/file-store.ts';

/**
 * Advisory lock that a backup holds alone from before its snapshot until its last file is copied.
 * Shared by every node of the product, whatever its version.
 */
export const FILES_LOCK = 4_885_201_470;

/** What a backup copies; all else is made anew and may go at any time. */
const COPIED = /^(archives|pictures)\//;

/** While a backup copies files nothing it may have seen is erased: what is to go goes later. */
export class FilesHeldError extends StorageUnavailableError {
  constructor() {
    super(new Error('a backup is copying files'));
  }
}

/**
 * A store that erases nothing a running backup may still have to copy: it rejects with
 * `FilesHeldError` then, and whoever erases tries again later, as when the storage is down.
 *
 * It is enough to ask before erasing, and to hold nothing meanwhile, as long as the row that names a
 * file says that it is gone before the file goes: a backup that begins after the question sees that
 * row, and so does not look for the file.
 */
export function eraseBesideBackups(
  store: FileStore,
  { pool }: { readonly pool: Pick<pg.Pool, 'query'> },
): FileStore {
  const ask = async (paths: readonly string[]) => {
    if (!paths.some((path) => COPIED.test(path))) return;
    // Let go of with the end of the statement.
    const { rows } = await pool.query<{ free: boolean }>(
      'SELECT pg_try_advisory_xact_lock_shared($1) AS free',
      [FILES_LOCK],
    );
    if (rows[0]?.free !== true) throw new FilesHeldError();
  };
  return {
    ...store,
    delete: async (key) => {
      await ask([key]);
      await store.delete(key);
    },
    deleteMany: async (keys) => {
      await ask(keys);
      await store.deleteMany(keys);
    },
    deletePrefix: async (prefix) => {
      await ask([prefix]);
      await store.deletePrefix(prefix);
    },
  };
}
