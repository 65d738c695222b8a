import { type PictureKind, pictureURL, pictureWidths } from '@guilda/contract/pictures';
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
import { isBannedHash } from './banned-picture-store.ts';
import {
  deletePictureRow,
  insertClosedPicture,
  type NewPicture,
  publishPicture,
} from './picture-store.ts';

export interface StorePictureDeps extends PictureFileDeps {
  readonly database: Pick<Database, 'db' | 'transaction'>;
  readonly claimBytes: ClaimBytes;
}

/**
 * Erases the files of a picture after a failure; the sweep repeats an erasure that fails. With `failed` the storage has
 * failed and the row stays, because the files may exist although the answer of the storage was lost.
 */
async function undoStoredPicture(
  deps: StorePictureDeps,
  id: string,
  failed = false,
): Promise<void> {
  try {
    await deletePictureFiles(deps)(pictureURL(id, pictureWidths.avatar[0]));
    if (!failed) await deletePictureRow(deps.database.db, id);
  } catch {
    // The error is ignored, because the caller reports the original failure.
  }
}

/** Inserts the picture, unless a similar picture is banned or the owner's quota is used up. */
const insertIfAllowed =
  (
    { database, claimBytes }: StorePictureDeps,
    picture: Omit<NewPicture, 'look' | 'storedBytes'>,
    uploadId: string | undefined,
  ): AdmitPicture =>
  async ({ perceptualHash: hashDigits, bytes }) => {
    const perceptualHash = hashDigits === null ? null : BigInt(hashDigits);
    if (perceptualHash !== null && (await isBannedHash(database.db, perceptualHash)))
      return err('picture_refused');
    return database.transaction(async (tx) => {
      const claim = await claimBytes(tx, { ownerId: picture.ownerId, bytes, uploadId });
      if (claim.ok)
        await insertClosedPicture(tx, { ...picture, look: perceptualHash, storedBytes: bytes });
      return claim;
    });
  };

/**
 * Stores an uploaded picture in every width of its kind and returns its address and size. The row is inserted as closed before
 * the files are written, so that the database knows every file and no incomplete picture is served. A picture similar
 * to a banned one is refused. If the caller then fails to store the address in a row, the caller must call
 * `deletePicture`.
 */
export const storePicture =
  (deps: StorePictureDeps) =>
  async (
    owner: string,
    file: UploadedFile,
    kind: PictureKind,
    adult = false,
  ): Promise<Result<StoredPicture, PictureError>> => {
    const { db } = deps.database;
    const id = deps.ids.uuid();
    const store = storePictureFiles(
      { ...deps, ids: { uuid: () => id } },
      insertIfAllowed(deps, { id, ownerId: owner, kind, adult }, file.uploadId),
    );
    try {
      const stored = await store(file, kind);
      // The picture is not published when it was banned while its files were written.
      if (stored.ok && (await publishPicture(db, id))) return stored;
      await undoStoredPicture(deps, id, !stored.ok && stored.code === 'storage_unavailable');
      return stored.ok ? err('picture_refused') : stored;
    } catch (error) {
      await undoStoredPicture(deps, id);
      throw error;
    }
  };
