import type { TempDir } from '../../platform/uploads/temp-dir.ts';
import { StorageUnavailableError } from '../../ports/file-store.ts';

/** The folders of a store, which must be on one volume, and the check for free space on it. */
export interface StoreFolders {
  /** Folder of the stored files. */
  readonly objects: string;
  /** Folder in which files are written before they are moved to `objects`. */
  readonly temp: TempDir;
  /** Rejects while the volume has too little free space. */
  readonly checkSpace: () => Promise<void>;
}

/** Runs work on the file system and maps every error to `StorageUnavailableError`. */
export async function mapStorageErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new StorageUnavailableError(error);
  }
}
