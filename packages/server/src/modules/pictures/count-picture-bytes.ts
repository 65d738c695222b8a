import { pictureWidths } from '@guilda/contract/services/pictures';
import type { Database } from '../../platform/database/pool.ts';
import { pictureKey } from '../../platform/uploads/images/pictures.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { listUncountedPictures, setStoredBytes } from './picture-store.ts';

export interface CountBytesDeps {
  readonly database: Pick<Database, 'db'>;
  readonly files: Pick<FileStore, 'stat'>;
}

/**
 * Reads and stores the sizes of pictures that an older version stored without a size. Rejects with
 * `StorageUnavailableError`; sizes that were stored before the failure stay.
 */
export const countPictureBytes =
  ({ database: { db }, files }: CountBytesDeps) =>
  async (signal: AbortSignal): Promise<void> => {
    for (
      let rows = await listUncountedPictures(db);
      rows.length > 0;
      rows = await listUncountedPictures(db)
    ) {
      for (const { id, kind } of rows) {
        if (signal.aborted) return;
        const lookups = pictureWidths[kind].map((width) => files.stat(pictureKey(id, width)));
        const fileInfos = await Promise.all(lookups);
        await setStoredBytes(
          db,
          id,
          fileInfos.reduce((sum, file) => sum + (file?.size ?? 0), 0),
        );
      }
    }
  };
