import { limits } from '@guilda/contract/limits';
import { type CleanMedia, cleanMedia } from '@guilda/media-metadata';
import type { Database } from '../../platform/database/pool.ts';
import type { UploadedFile } from '../../platform/http/form.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { flushAhead } from '../../platform/uploads/flush-ahead.ts';
import { hashFile } from '../../platform/uploads/hash-file.ts';
import type {
  ImageProcessor,
  ImageVariant,
} from '../../platform/uploads/images/image-processor.ts';
import type { PictureError } from '../../platform/uploads/images/pictures.ts';
import { type FileStore, StorageUnavailableError } from '../../ports/file-store.ts';
import type { Ids } from '../../ports/ids.ts';
import type { ClaimBytes } from '../storage/index.ts';
import { lockAccount } from '../users/index.ts';
import { erasePackFileContent, packFileKey, previewContentType, previewKey } from './file-keys.ts';
import { sanitizeFileName } from './file-name.ts';
import {
  countWaitingPackFiles,
  deleteUnfinishedPackFile,
  insertPackFile,
  markPackFileReady,
  markUnfinishedPackFileRemoved,
  type NewPackFile,
} from './pack-file-store.ts';
import type { PackFileRow } from './pack-file-tables.ts';

export interface StorePackFileDeps {
  readonly database: Pick<Database, 'db' | 'transaction'>;
  readonly files: Pick<FileStore, 'adopt' | 'deletePrefix'>;
  readonly images: Pick<ImageProcessor, 'process'>;
  readonly ids: Pick<Ids, 'uuid'>;
  readonly claimBytes: ClaimBytes;
  /**
   * Refuses an image whose perceptual hash is close to that of a banned picture, and opens a case. Implemented by the
   * pictures module.
   */
  readonly refuseBannedImage: (
    ownerId: string,
    file: Pick<UploadedFile, 'path' | 'uploadId'>,
    perceptualHash: string | null,
  ) => Promise<Result<void, PictureError>>;
}

/**
 * Why a pack file is not stored: an error of images, `picture_refused` (the image is close to a banned picture),
 * `too_many_archives` (too many files that no service uses yet), `storage_full` (the storage quota of the account is
 * used up), or `token_invalid` (the account is closed).
 */
export type PackFileError = PictureError | 'too_many_archives' | 'token_invalid';

const kindsByType = {
  'image/jpeg': 'JPG',
  'image/png': 'PNG',
  'image/gif': 'GIF',
  'video/mp4': 'MP4',
} as const;

/** Length of the longer side of a preview, in pixels. */
const PREVIEW_PIXELS = 480;

/** A checked file with its preview, which only an image has. Disposing deletes the temporary preview. */
interface PreparedPackFile extends AsyncDisposable {
  readonly media: CleanMedia;
  readonly preview: ImageVariant | null;
  /** Perceptual hash of an image; null for a video and for an image of a single colour. */
  readonly perceptualHash: string | null;
}

async function preparePackFile(
  deps: StorePackFileDeps,
  path: string,
): Promise<Result<PreparedPackFile, PackFileError>> {
  const mediaResult = await cleanMedia(path, { maxPixels: limits.picturePixels });
  if (!mediaResult.ok) return mediaResult;
  const { pixels } = mediaResult.value;
  if (!pixels) {
    return ok({
      ...{ media: mediaResult.value, preview: null, perceptualHash: null },
      [Symbol.asyncDispose]: async () => {},
    });
  }
  const { width, height } = pixels;
  const sidePixels = Math.min(
    PREVIEW_PIXELS,
    Math.max(1, Math.round((PREVIEW_PIXELS * width) / height)),
  );
  const spec = { widths: [sidePixels], shape: 'whole', maxPixels: limits.picturePixels } as const;
  // An image that cannot be decoded is refused, even when the structure of its file is valid.
  const image = await deps.images.process(path, spec);
  if (!image.ok) return image;
  const { variants, perceptualHash, [Symbol.asyncDispose]: dispose } = image.value;
  return ok({
    media: mediaResult.value,
    preview: variants[0] ?? null,
    perceptualHash,
    [Symbol.asyncDispose]: dispose,
  });
}

/**
 * Inserts the row before the file is stored. The lock on the account makes a person's uploads run one after the other.
 */
async function insertUnfinishedRow(
  { database, claimBytes }: StorePackFileDeps,
  packFile: NewPackFile & { readonly storedBytes: number },
  uploadId: string | undefined,
): Promise<Result<void, 'too_many_archives' | 'storage_full' | 'token_invalid'>> {
  const { ownerId, storedBytes } = packFile;
  return database.transaction(async (tx) => {
    if (!(await lockAccount(tx, ownerId))) return err('token_invalid');
    const waitingCount = await countWaitingPackFiles(tx, ownerId);
    if (waitingCount >= limits.waitingArchives) return err('too_many_archives');
    const quota = await claimBytes(tx, { ownerId, bytes: storedBytes, uploadId });
    if (!quota.ok) return quota;
    await insertPackFile(tx, packFile);
    return ok();
  });
}

async function storeContent(
  { files }: StorePackFileDeps,
  id: string,
  path: string,
  prepared: PreparedPackFile,
) {
  const { media, preview } = prepared;
  if (preview) {
    const fileOptions = { contentType: previewContentType, size: preview.bytes };
    await files.adopt(previewKey(id), preview.path, fileOptions);
  }
  const key = packFileKey(id, media.type);
  await files.adopt(key, path, { contentType: media.type, size: media.size });
}

/**
 * Erases the content of a stored file and deletes its row. When this fails, the row stays, and the job `archives.sweep`
 * erases the file later.
 */
async function eraseAndDeleteRow(
  { database, files }: StorePackFileDeps,
  id: string,
): Promise<void> {
  try {
    await erasePackFileContent(files, id);
    await deleteUnfinishedPackFile(database.db, id);
  } catch {
    // The error is ignored, because the caller reports the failure that led to this erasure.
  }
}

/**
 * Erases the stored content and marks the row as removed. The row stays, because a storage whose answer was late or
 * lost may write the file after this erasure; the job `archives.sweep` then erases the file.
 */
async function eraseAndMarkRemoved(
  { database, files }: StorePackFileDeps,
  id: string,
): Promise<void> {
  const cleanups = [
    erasePackFileContent(files, id),
    markUnfinishedPackFileRemoved(database.db, id),
  ];
  // Failures are ignored, because the caller reports the failure that led to this erasure.
  await Promise.allSettled(cleanups);
}

async function storeContentOrErase(
  deps: StorePackFileDeps,
  id: string,
  path: string,
  prepared: PreparedPackFile,
) {
  try {
    await storeContent(deps, id, path, prepared);
    return ok();
  } catch (error) {
    await eraseAndMarkRemoved(deps, id);
    if (error instanceof StorageUnavailableError) return err('storage_unavailable');
    throw error;
  }
}

function newPackFileOf(
  ids: Pick<Ids, 'uuid'>,
  ownerId: string,
  name: string,
  { media: { type, size, pixels }, preview }: PreparedPackFile,
) {
  return {
    id: ids.uuid(),
    ownerId,
    name: sanitizeFileName(name),
    kind: kindsByType[type],
    type,
    size,
    storedBytes: size + (preview?.bytes ?? 0),
    width: pixels?.width ?? null,
    height: pixels?.height ?? null,
  };
}

/**
 * Stores an uploaded pack file, which then waits for a service (`assignPackFiles`). The type follows from the content,
 * and metadata is removed (`docs/product/packs.md`). An image close to a banned picture is refused. The file at
 * `file.path` is moved, not copied. The row is inserted before the file is stored and becomes visible when the file is
 * complete. Therefore the database knows every stored file, and nobody sees an unfinished file.
 */
export const storePackFile =
  (deps: StorePackFileDeps) =>
  async (ownerId: string, file: UploadedFile): Promise<Result<PackFileRow, PackFileError>> => {
    const prepareResult = await preparePackFile(deps, file.path);
    if (!prepareResult.ok) return prepareResult;
    await using preparedFile = prepareResult.value;
    const admission = await deps.refuseBannedImage(ownerId, file, preparedFile.perceptualHash);
    if (!admission.ok) return admission;
    const packFile = newPackFileOf(deps.ids, ownerId, file.name, preparedFile);
    const [insertedRow, sha256] = await Promise.all([
      insertUnfinishedRow(deps, packFile, file.uploadId),
      hashFile(file.path),
      flushAhead(file.path),
    ]);
    if (!insertedRow.ok) return insertedRow;
    const storedContent = await storeContentOrErase(deps, packFile.id, file.path, preparedFile);
    if (!storedContent.ok) return storedContent;
    // If this statement throws, it may still have been committed, so nothing is erased here. The job `archives.sweep`
    // erases the file if it was not marked as ready.
    const row = await markPackFileReady(deps.database.db, { id: packFile.id, sha256 });
    if (row) return ok(row);
    await eraseAndDeleteRow(deps, packFile.id);
    return err('token_invalid');
  };
