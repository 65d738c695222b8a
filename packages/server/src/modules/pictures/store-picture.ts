import { type PictureKind, pictureURL, pictureWidths } from '@guilda/contract/pictures';
import type { Database } from '../../platform/database/pool.ts';
import type { UploadedFile } from '../../platform/http/form.ts';
import { ok, type Result } from '../../platform/result.ts';
import type { ImageError } from '../../platform/uploads/image.ts';
import {
  deletePicture as eraseFiles,
  type StorePictureDeps as FileDeps,
  storePicture as storeFiles,
} from '../../platform/uploads/pictures.ts';
import { announcePicture, forgetPicture, openPicture } from './picture-store.ts';

export interface StorePictureDeps extends FileDeps {
  readonly database: Pick<Database, 'db'>;
}

/** What cannot be undone now is erased at a later start, because the row still names it. */
async function undo(deps: StorePictureDeps, id: string): Promise<void> {
  try {
    await eraseFiles(deps)(pictureURL(id, pictureWidths.avatar[0]));
    await forgetPicture(deps.database.db, id);
  } catch {
    // The failure that led here is the one to be told.
  }
}

/**
 * Keeps a picture that a person uploaded, in every width of its kind, and answers its address. The
 * row is there before the files are, closed until they are whole: whatever happens in between, no
 * file is unknown to the database and nothing unfinished is seen. Whoever names the address in a
 * row calls `deletePicture` when that row does not come to be.
 */
export const storePicture =
  (deps: StorePictureDeps) =>
  async (
    owner: string,
    file: UploadedFile,
    kind: PictureKind,
    adult = false,
  ): Promise<Result<string, ImageError>> => {
    const { db } = deps.database;
    const id = deps.ids.uuid();
    await announcePicture(db, { id, ownerId: owner, kind, adult });
    try {
      const stored = await storeFiles({ ...deps, ids: { uuid: () => id } })(file, kind);
      if (stored.ok) {
        await openPicture(db, id);
        return ok(stored.value.photoURL);
      }
      await undo(deps, id);
      return stored;
    } catch (error) {
      await undo(deps, id);
      throw error;
    }
  };
