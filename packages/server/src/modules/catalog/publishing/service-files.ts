import { findCategory } from '@guilda/contract/services/categories';
import type { Database } from '../../../platform/database/pool.ts';
import { isConnectionLost } from '../../../platform/database/unavailable.ts';
import type { UploadedFile } from '../../../platform/http/form.ts';
import { ok, type Result } from '../../../platform/result.ts';
import type { PictureError, StoredPicture } from '../../../platform/uploads/images/pictures.ts';
import type { FileStore } from '../../../ports/file-store.ts';
import {
  erasePackFile,
  type PackFileError,
  type PackFileRow,
  removeWaitingPackFile,
} from '../../pack-files/index.ts';

export interface ServiceFilesDeps {
  readonly database: Pick<Database, 'db'>;
  readonly files: Pick<FileStore, 'deletePrefix'>;
  /** Checks, re-encodes and stores a picture; returns the picture's address. */
  storePicture(
    ownerId: string,
    file: UploadedFile,
    kind: 'cover',
    adult: boolean,
  ): Promise<Result<Pick<StoredPicture, 'photoURL'>, PictureError>>;
  /** Deletes a picture that no row uses. */
  deletePicture(photoURL: string): Promise<void>;
  /** Stores a pack file as a waiting file, until a service uses it. */
  storePackFile(owner: string, file: UploadedFile): Promise<Result<PackFileRow, PackFileError>>;
}

/** The uploaded files of one request: the image and new pack files. */
export interface SentFiles {
  readonly image: UploadedFile | undefined;
  readonly archives: readonly UploadedFile[];
}

/** Stored files that no row of a service references yet. */
export interface StoredFiles {
  photoURL?: string;
  readonly archiveIds: string[];
}

export type ServiceFileRefusal = PictureError | PackFileError;

async function discardPackFile(
  deps: ServiceFilesDeps,
  ownerId: string,
  packFileId: string,
): Promise<void> {
  // The file stays when a concurrent request of the same person has used it in a service.
  if (await removeWaitingPackFile(deps.database.db, ownerId, packFileId))
    await erasePackFile(deps, packFileId);
}

/**
 * Deletes stored files after a failed request. Errors are ignored, because the caller already reports the failure of
 * the request.
 */
async function discardFiles(
  deps: ServiceFilesDeps,
  owner: string,
  { photoURL, archiveIds }: StoredFiles,
): Promise<void> {
  await Promise.allSettled([
    photoURL === undefined ? undefined : deps.deletePicture(photoURL),
    ...archiveIds.map((id) => discardPackFile(deps, owner, id)),
  ]);
}

async function storeFiles(
  deps: ServiceFilesDeps,
  owner: { readonly uid: string; readonly adult: boolean },
  sentFiles: SentFiles,
  storedFiles: StoredFiles,
): Promise<Result<void, ServiceFileRefusal>> {
  if (sentFiles.image) {
    const pictureResult = await deps.storePicture(owner.uid, sentFiles.image, 'cover', owner.adult);
    if (!pictureResult.ok) return pictureResult;
    storedFiles.photoURL = pictureResult.value.photoURL;
  }
  for (const file of sentFiles.archives) {
    const archiveResult = await deps.storePackFile(owner.uid, file);
    if (!archiveResult.ok) return archiveResult;
    storedFiles.archiveIds.push(archiveResult.value.id);
  }
  return ok();
}

/**
 * Stores the files of a request and then runs `write`, which inserts the rows that refer to these files. When a file is
 * refused, or `write` refuses or throws, all stored files are deleted, but not the picture when `write` lost its
 * database connection: the row that refers to it may be committed, and `pictures.sweep` erases it after a day otherwise.
 * With `adult` the picture is restricted to adults.
 */
export async function withStoredFiles<T, E extends string>(
  deps: ServiceFilesDeps,
  owner: { readonly uid: string; readonly adult: boolean },
  sentFiles: SentFiles,
  write: (stored: StoredFiles) => Promise<Result<T, E>>,
): Promise<Result<T, E | ServiceFileRefusal>> {
  const storedFiles: StoredFiles = { archiveIds: [] };
  try {
    const storeResult = await storeFiles(deps, owner, sentFiles, storedFiles);
    const result = storeResult.ok ? await write(storedFiles) : storeResult;
    if (!result.ok) await discardFiles(deps, owner.uid, storedFiles);
    return result;
  } catch (error) {
    if (isConnectionLost(error)) delete storedFiles.photoURL;
    await discardFiles(deps, owner.uid, storedFiles);
    throw error;
  }
}

/** Whether all services of a category are for adults. */
export const isAdultCategory = (slug: string): boolean => findCategory(slug)?.adult === true;
