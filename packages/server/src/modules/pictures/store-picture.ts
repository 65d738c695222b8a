import { type PictureKind, pictureURL, pictureWidths } from '@guilda/contract/services/pictures';
import type { Database } from '../../platform/database/pool.ts';
import type { UploadedFile } from '../../platform/http/form.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import {
  type AdmitPicture,
  deletePicture as deletePictureFiles,
  type PictureError,
  type StorePictureDeps as PictureFileDeps,
  type StoredPicture,
  storePicture as storePictureFiles,
} from '../../platform/uploads/images/pictures.ts';
import type { ClaimBytes } from '../storage/index.ts';
import { type Ban, findBanOf, findBanOfHash } from './banned-picture-store.ts';
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
  /** What the picture was uploaded for; `pack`: a file of a pack, which is an image. */
  readonly use: PictureKind | 'pack';
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
  ban: Ban | null,
): Promise<Result<never, PictureError>> {
  const isKept = ban !== null && (await deps.openRefusedPictureCase({ ...picture, ban }));
  if (!isKept) await undoStoredPicture(deps, picture.id);
  return err('picture_refused');
}

interface PictureToStore {
  readonly id: string;
  readonly ownerId: string;
  readonly kind: PictureKind;
  readonly adult: boolean;
}

/**
 * Stores a picture as closed, so that nobody can load it. The row is inserted before the files are written, so that the
 * database knows every file. A failure leaves neither row nor files.
 */
async function storeClosedPicture(
  deps: StorePictureDeps,
  file: Pick<UploadedFile, 'path' | 'uploadId'>,
  picture: PictureToStore,
): Promise<Result<StoredPicture, PictureError>> {
  const ids = { uuid: () => picture.id };
  const store = storePictureFiles({ ...deps, ids }, insertIfAllowed(deps, picture, file.uploadId));
  try {
    const storedPicture = await store(file, picture.kind);
    if (!storedPicture.ok)
      await undoStoredPicture(deps, picture.id, storedPicture.code === 'storage_unavailable');
    return storedPicture;
  } catch (error) {
    await undoStoredPicture(deps, picture.id);
    throw error;
  }
}

/**
 * Stores an uploaded picture in every width of its kind and returns its address and size. No incomplete picture is
 * served. A picture similar to a banned one stays closed, is refused and opens a case. If the caller then fails to store
 * the address in a row, the caller must call `deletePicture`.
 */
export const storePicture =
  (deps: StorePictureDeps) =>
  async (
    ownerId: string,
    file: UploadedFile,
    kind: PictureKind,
    isAdult = false,
  ): Promise<Result<StoredPicture, PictureError>> => {
    const picture = { id: deps.ids.uuid(), ownerId, kind, adult: isAdult };
    const storedPicture = await storeClosedPicture(deps, file, picture);
    if (!storedPicture.ok) return storedPicture;
    if (await publishOrUndo(deps, picture.id)) return storedPicture;
    // A failure of this call erases nothing, because the case may be stored. The job `pictures.sweep` erases the files
    // that no case keeps.
    const { photoURL } = storedPicture.value;
    const ban = await findBanOf(deps.database.db, picture.id);
    return refusePicture(deps, { id: picture.id, ownerId, use: kind, photoURL }, ban);
  };

/** Publishes a picture; false when it is close to a banned one. Erases the picture when the database fails. */
async function publishOrUndo(deps: StorePictureDeps, id: string): Promise<boolean> {
  try {
    return await publishPicture(deps.database.db, id);
  } catch (error) {
    await undoStoredPicture(deps, id);
    throw error;
  }
}

/** Kind of the closed picture that a case keeps of an image in a pack; its widths are those of a service's image. */
const PACK_COPY_KIND = 'cover';

/**
 * Refuses an image that is uploaded as a file of a pack when its perceptual hash is close to that of a banned picture,
 * and opens a case, which keeps a closed copy of the image. Ok for every other image; its file is then not read.
 */
export const refuseBannedImage =
  (deps: StorePictureDeps) =>
  async (
    ownerId: string,
    file: Pick<UploadedFile, 'path' | 'uploadId'>,
    perceptualHash: string | null,
  ): Promise<Result<void, PictureError>> => {
    if (perceptualHash === null) return ok();
    const ban = await findBanOfHash(deps.database.db, BigInt(perceptualHash));
    if (ban === null) return ok();
    const picture = { id: deps.ids.uuid(), ownerId, kind: PACK_COPY_KIND, adult: false } as const;
    // The copy is evidence for the team, so a person whose storage is full is refused and reported as well.
    const withoutQuota = { ...deps, claimBytes: async () => ok() };
    const storedPicture = await storeClosedPicture(withoutQuota, file, picture);
    if (!storedPicture.ok) return storedPicture;
    const { photoURL } = storedPicture.value;
    return refusePicture(deps, { id: picture.id, ownerId, use: 'pack', photoURL }, ban);
  };
