import { createReadStream } from 'node:fs';
import { limits } from '@guilda/contract/limits';
import {
  type PictureKind,
  parsePictureURL,
  pictureURL,
  pictureWidths,
} from '@guilda/contract/services/pictures';
import { type FileStore, StorageUnavailableError } from '../../../ports/file-store.ts';
import type { Ids } from '../../../ports/ids.ts';
import { err, ok, type Result } from '../../result.ts';
import type { ImageError, ImageProcessor, ImageVariant } from './image-processor.ts';

const PICTURE_CONTENT_TYPE = 'image/webp';

/** Storage key of one width of a picture. */
export function pictureKey(id: string, width: number): string {
  return `${pictureFolder(id)}${width}.webp`;
}

function pictureFolder(id: string): string {
  return `pictures/${id}/`;
}

export interface StoredPicture {
  /** URL of the picture in its largest width; `pictureSrcSet` gives the other widths. */
  readonly photoURL: string;
  /** Width in pixels of the uploaded picture in upright orientation. */
  readonly width: number;
  /** Height in pixels of the uploaded picture in upright orientation. */
  readonly height: number;
  /** Colour `#rrggbb`, shown until the picture is loaded. */
  readonly placeholder: string;
}

export interface StorePictureDeps {
  readonly files: Pick<FileStore, 'put' | 'deletePrefix'>;
  readonly images: Pick<ImageProcessor, 'process'>;
  readonly ids: Pick<Ids, 'uuid'>;
}

/**
 * Why an upload was refused: `picture_refused` (409): the picture is close to a banned one; `storage_full` (413): the
 * person's quota is used up.
 */
export type PictureError = ImageError | 'picture_refused' | 'storage_full';

/** A valid picture before it is stored: its perceptual hash, and the total size in bytes of its files. */
export interface PictureToAdmit {
  readonly perceptualHash: string | null;
  readonly bytes: number;
}

/** Called with a valid picture before it is stored; a refusal ends the upload. */
export type AdmitPicture = (picture: PictureToAdmit) => Promise<Result<void, 'storage_full'>>;

/**
 * Stores an uploaded picture in every width of its kind; the file at `file.path` is not changed. Call this before
 * writing the row that references the picture, so that no row references a missing file. Call `deletePicture` when that
 * write fails.
 */
export const storePicture =
  (deps: StorePictureDeps, admit: AdmitPicture) =>
  async (
    file: { readonly path: string },
    kind: PictureKind,
  ): Promise<Result<StoredPicture, PictureError>> => {
    const widths = pictureWidths[kind];
    const shape = kind === 'avatar' ? 'square' : 'whole';
    const spec = { widths, shape, maxPixels: limits.picturePixels } as const;
    const processResult = await deps.images.process(file.path, spec);
    if (!processResult.ok) return processResult;
    await using image = processResult.value;
    const bytes = image.variants.reduce((sum, variant) => sum + variant.bytes, 0);
    const admission = await admit({ perceptualHash: image.perceptualHash, bytes });
    if (!admission.ok) return admission;
    const id = deps.ids.uuid();
    const storeResult = await putVariants(deps.files, id, image.variants);
    if (!storeResult.ok) return storeResult;
    const { width, height, placeholder } = image;
    return ok({ photoURL: pictureURL(id, Math.max(...widths)), width, height, placeholder });
  };

/** Stores all variants of a picture or none. */
async function putVariants(
  files: StorePictureDeps['files'],
  id: string,
  variants: readonly ImageVariant[],
): Promise<Result<void, 'storage_unavailable'>> {
  const writes = variants.map(({ width, path, bytes }) =>
    files.put(pictureKey(id, width), createReadStream(path), {
      contentType: PICTURE_CONTENT_TYPE,
      size: bytes,
    }),
  );
  const failures = (await Promise.allSettled(writes)).filter(
    (result) => result.status === 'rejected',
  );
  if (failures.length === 0) return ok();
  // Best effort: variants that remain are referenced by no row.
  await files.deletePrefix(pictureFolder(id)).catch(() => undefined);
  const unexpectedFailure = failures.find(({ reason }) => !isStorageOutage(reason));
  if (unexpectedFailure) throw unexpectedFailure.reason;
  return err('storage_unavailable');
}

function isStorageOutage(error: unknown): boolean {
  // Reading the temporary files can fail as well, with an error that has an `errno`.
  return error instanceof StorageUnavailableError || (error instanceof Error && 'errno' in error);
}

/**
 * Deletes a picture in all its widths; does nothing for null and for URLs of other sites. Call this after the commit
 * that removed the last reference. Idempotent; rejects with `StorageUnavailableError`.
 */
export const deletePicture =
  (deps: { readonly files: Pick<FileStore, 'deletePrefix'> }) =>
  async (photoURL: string | null): Promise<void> => {
    const picture = photoURL === null ? undefined : parsePictureURL(photoURL);
    if (picture) await deps.files.deletePrefix(pictureFolder(picture.id));
  };
