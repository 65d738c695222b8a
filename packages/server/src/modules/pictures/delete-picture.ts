import { parsePictureURL, pictureURL, pictureWidths } from '@guilda/contract/services/pictures';
import type { Database } from '../../platform/database/pool.ts';
import { deletePicture as deletePictureFiles } from '../../platform/uploads/images/pictures.ts';
import { type FileStore, StorageUnavailableError } from '../../ports/file-store.ts';
import {
  closePicture,
  closeUnreferencedPictures,
  deletePictureRow,
  isNeededByReportCopy,
  listErasablePictures,
} from './picture-store.ts';

export interface DeletePictureDeps {
  readonly database: Pick<Database, 'db'>;
  readonly files: Pick<FileStore, 'deletePrefix'>;
  readonly log: { warn(facts: Record<string, unknown>, message: string): void };
}

async function tryErasePicture(deps: DeletePictureDeps, id: string): Promise<void> {
  // The files of a picture that belongs to a copy of reported content are kept; the job `pictures.sweep` erases them
  // after the copy was deleted.
  if (await isNeededByReportCopy(deps.database.db, id)) return;
  try {
    await deletePictureFiles(deps)(pictureURL(id, pictureWidths.avatar[0]));
    await deletePictureRow(deps.database.db, id);
  } catch (error) {
    if (!(error instanceof StorageUnavailableError)) throw error;
    deps.log.warn({ picture: id }, 'erasing a picture is postponed');
  }
}

/**
 * Deletes a picture; null and addresses of other sites are ignored. Call it after the commit that removed the last
 * reference to the picture. While the storage is unavailable, the picture is only closed, so that nobody can load
 * it, and its files are erased later.
 */
export const deletePicture =
  (deps: DeletePictureDeps) =>
  async (photoURL: string | null): Promise<void> => {
    const picture = photoURL === null ? undefined : parsePictureURL(photoURL);
    if (!picture) return;
    await closePicture(deps.database.db, picture.id);
    await tryErasePicture(deps, picture.id);
  };

/** Erases the files of closed pictures (which nobody can load) that remained after a failure or interrupted upload. */
export const eraseClosedPictures = (deps: DeletePictureDeps) => async (): Promise<void> => {
  for (const id of await listErasablePictures(deps.database.db)) await tryErasePicture(deps, id);
};

/** Closes pictures that no row refers to any more, for example after a crash. */
export const closeOrphanedPictures =
  ({ database, log }: DeletePictureDeps) =>
  async (): Promise<void> => {
    const pictures = await closeUnreferencedPictures(database.db);
    if (pictures > 0) log.warn({ pictures }, 'closed pictures without a reference');
  };
