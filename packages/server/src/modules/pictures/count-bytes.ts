import { pictureWidths } from '@guilda/contract/pictures';
import type { Database } from '../../platform/database/pool.ts';
import { pictureKey } from '../../platform/uploads/pictures.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { setStoredBytes, uncountedPictures } from './picture-store.ts';

export interface CountBytesDeps {
  readonly database: Pick<Database, 'db'>;
  readonly files: Pick<FileStore, 'stat'>;
}

/**
 * Asks the storage how many bytes pictures take that programs kept which did not count yet. Rejects
 * with `StorageUnavailableError`; what is counted by then stays so.
 */
export const countPictureBytes =
  ({ database: { db }, files }: CountBytesDeps) =>
  async (signal: AbortSignal): Promise<void> => {
    for (
      let rows = await uncountedPictures(db);
      rows.length > 0;
      rows = await uncountedPictures(db)
    ) {
      for (const { id, kind } of rows) {
        if (signal.aborted) return;
        const widths = pictureWidths[kind].map((width) => files.stat(pictureKey(id, width)));
        const found = await Promise.all(widths);
        await setStoredBytes(
          db,
          id,
          found.reduce((sum, file) => sum + (file?.size ?? 0), 0),
        );
      }
    }
  };
