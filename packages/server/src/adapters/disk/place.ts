import type { TempDir } from '../../platform/uploads/temp-dir.ts';
import { StorageUnavailableError } from '../../ports/file-store.ts';

/** The two folders of a store, of one volume, and how much of that stays free. */
export interface Place {
  readonly objects: string;
  readonly temp: TempDir;
  /** Rejects while the volume has too little free. */
  readonly room: () => Promise<void>;
}

/** Runs work on the file system; whatever it rejects with means that the storage is unavailable. */
export async function storing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new StorageUnavailableError(error);
  }
}
