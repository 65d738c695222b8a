import { type PictureKind, pictureURL, pictureWidths } from '@guilda/contract/services/pictures';
import type { Database } from '../../platform/database/pool.ts';
import type { UploadedFile } from '../../platform/http/form.ts';
import { err, type Result } from '../../platform/result.ts';
import {
  type AdmitPicture,
  deletePicture as deletePictureFiles,
  type PictureError,
  type StorePictureDeps as PictureFileDeps,
  type StoredPicture,
  storePicture as storePictureFiles,
} from '../../platform/uploads/images/pictures.ts';
import type { ClaimBytes } from '../storage/index.ts';
import { type Ban, findBanOf } from './banned-picture-store.ts';
import {
  deletePictureRow,
  insertClosedPicture,
  type NewPicture,
  publishPicture,
} from './picture-store.ts';

export interface StorePictureDeps extends PictureFileDeps {
  readonly database: Pick<Database, 'db' | 'transaction'>;
  readonly claimBytes: ClaimBytes;
  /**
   * Opens a case about a refused picture, whose files are stored but not served to anybody; true when the case keeps the
   * files as evidence. Implemented by the moderation module.
   */
  readonly openRefusedPictureCase: (picture: RefusedPicture) => Promise<boolean>;
}

/** A stored picture that was never published, because it is close to a banned picture. */
export interface RefusedPicture {
  readonly id: string;
  readonly ownerId: string;
  readonly kind: PictureKind;
  readonly photoURL: string;
  readonly ban: Ban;
}

/**
 * Erases the files of a picture after a failure, and deletes its row. The row stays when the storage has failed,
 * because files may exist although the storage's answer was lost; the job `pictures.sweep` erases them later.
 */
async function undoStoredPicture(
  deps: StorePictureDeps,
  id: string,
  hasStorageFailed = false,
): Promise<void> {
  try {
    await deletePictureFiles(deps)(pictureURL(id, pictureWidths.avatar[0]));
    if (!hasStorageFailed) await deletePictureRow(deps.database.db, id);
  } catch {
    // The error is ignored, because the caller reports the original failure.
  }
}

/** Inserts the picture, unless the owner's quota is used up. */
const insertIfAllowed =
  (
    { database, claimBytes }: StorePictureDeps,
    picture: Omit<NewPicture, 'look' | 'storedBytes'>,
    uploadId: string | undefined,
  ): AdmitPicture =>
  async ({ perceptualHash: hashDigits, bytes }) => {
    const perceptualHash = hashDigits === null ? null : BigInt(hashDigits);
    return database.transaction(async (tx) => {
      const claimResult = await claimBytes(tx, { ownerId: picture.ownerId, bytes, uploadId });
      if (claimResult.ok)
        await insertClosedPicture(tx, { ...picture, look: perceptualHash, storedBytes: bytes });
      return claimResult;
    });
  };

/** Opens a case about a refused picture; its files are erased unless the case keeps them. */
async function refusePicture(
  deps: StorePictureDeps,
  picture: Omit<RefusedPicture, 'ban'>,
): Promise<Result<never, PictureError>> {
  const ban = await findBanOf(deps.database.db, picture.id);
  const isKept = ban !== null && (await deps.openRefusedPictureCase({ ...picture, ban }));
  if (!isKept) await undoStoredPicture(deps, picture.id);
  return err('picture_refused');
}

/**
 * Stores an uploaded picture in every width of its kind and returns its address and size. The row is inserted as closed
 * before the files are written, so that the database knows every file and no incomplete picture is served. A picture
 * similar to a banned one stays closed, is refused and opens a case. If the caller then fails to store the address in a
 * row, the caller must call `deletePicture`.
 */
export const storePicture =
  (deps: StorePictureDeps) =>
  async (
    ownerId: string,
    file: UploadedFile,
    kind: PictureKind,
    isAdult = false,
  ): Promise<Result<StoredPicture, PictureError>> => {
    const { db } = deps.database;
    const id = deps.ids.uuid();
    const store = storePictureFiles(
      { ...deps, ids: { uuid: () => id } },
      insertIfAllowed(deps, { id, ownerId, kind, adult: isAdult }, file.uploadId),
    );
    let photoURL: string;
    try {
      const storedPicture = await store(file, kind);
      if (!storedPicture.ok) {
        await undoStoredPicture(deps, id, storedPicture.code === 'storage_unavailable');
        return storedPicture;
      }
      if (await publishPicture(db, id)) return storedPicture;
      photoURL = storedPicture.value.photoURL;
    } catch (error) {
      await undoStoredPicture(deps, id);
      throw error;
    }
    // A failure of this call erases nothing, because the case may be stored. The job `pictures.sweep` erases the files
    // that no case keeps.
    return refusePicture(deps, { id, ownerId, kind, photoURL });
  };
