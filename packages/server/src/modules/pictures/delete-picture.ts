import { parsePictureURL, pictureURL, pictureWidths } from '@guilda/contract/pictures';
import type { Database } from '../../platform/database/pool.ts';
import { deletePicture as eraseFiles } from '../../platform/uploads/pictures.ts';
import { type FileStore, StorageUnavailableError } from '../../ports/file-store.ts';
import { closePicture, forgetPicture, longClosedPictures } from './picture-store.ts';

export interface DeletePictureDeps {
  readonly database: Pick<Database, 'db'>;
  readonly files: Pick<FileStore, 'deletePrefix'>;
  readonly log: { warn(facts: Record<string, unknown>, message: string): void };
}

async function erase(deps: DeletePictureDeps, id: string): Promise<void> {
  try {
    await eraseFiles(deps)(pictureURL(id, pictureWidths.avatar[0]));
    await forgetPicture(deps.database.db, id);
  } catch (error) {
    if (!(error instanceof StorageUnavailableError)) throw error;
    deps.log.warn({ picture: id }, 'a picture waits to be erased');
  }
}

/**
 * Takes a picture away for good; foreign addresses and null are no picture of ours. An effect: call
 * it once the last row that names the address is committed. While the storage is down the picture
 * is closed at once and erased later.
 */
export const deletePicture =
  (deps: DeletePictureDeps) =>
  async (photoURL: string | null): Promise<void> => {
    const picture = photoURL === null ? undefined : parsePictureURL(photoURL);
    if (!picture) return;
    await closePicture(deps.database.db, picture.id);
    await erase(deps, picture.id);
  };

/** Erases what earlier runs could not, uploads included that a crash cut off. Run it at the start. */
export const eraseClosedPictures = (deps: DeletePictureDeps) => async (): Promise<void> => {
  for (const id of await longClosedPictures(deps.database.db)) await erase(deps, id);
};
