import { createReadStream } from 'node:fs';
import { limits } from '@guilda/contract/limits';
import {
  type PictureKind,
  parsePictureURL,
  pictureURL,
  pictureWidths,
} from '@guilda/contract/pictures';
import { type FileStore, StorageUnavailableError } from '../../ports/file-store.ts';
import type { Ids } from '../../ports/ids.ts';
import { err, ok, type Result } from '../result.ts';
import type { ImageError, ImageProcessor, ImageVariant } from './image.ts';

const contentType = 'image/webp';

/** Where one width of a picture is kept. */
export function pictureKey(id: string, width: number): string {
  return `${pictureFolder(id)}${width}.webp`;
}

function pictureFolder(id: string): string {
  return `pictures/${id}/`;
}

export interface StoredPicture {
  /** Address of the largest width; `pictureSrcSet` gives the others. */
  readonly photoURL: string;
  /** Pixels of the picture as it was sent, upright. */
  readonly width: number;
  readonly height: number;
  /** `#rrggbb`, to be shown until the picture is there. */
  readonly placeholder: string;
}

export interface StorePictureDeps {
  readonly files: Pick<FileStore, 'put' | 'deletePrefix'>;
  readonly images: Pick<ImageProcessor, 'process'>;
  readonly ids: Pick<Ids, 'uuid'>;
}

type Unwanted = 'picture_banned' | 'storage_full';

/**
 * `picture_banned` (403): the team took it away, and it is not to come back. `storage_full` (413): the
 * person has no room for it.
 */
export type PictureError = ImageError | Unwanted;

/** What is about to be kept: how it looks, and the bytes of all widths. */
export interface SoundPicture {
  readonly look: string | null;
  readonly bytes: number;
}

/** Asked with a sound picture before anything of it is kept; its refusal is the end. */
export type Announce = (picture: SoundPicture) => Promise<Result<void, Unwanted>>;

/**
 * Keeps an uploaded picture in every width of its kind (`product §4`). The file at `file.path`
 * stays as it is. Call it before the row that names the picture is written, and `deletePicture`
 * when that row does not come to be: so no row is without its file.
 */
export const storePicture =
  (deps: StorePictureDeps, announce: Announce) =>
  async (
    file: { readonly path: string },
    kind: PictureKind,
  ): Promise<Result<StoredPicture, PictureError>> => {
    const widths = pictureWidths[kind];
    const shape = kind === 'avatar' ? 'square' : 'whole';
    const spec = { widths, shape, maxPixels: limits.picturePixels } as const;
    const done = await deps.images.process(file.path, spec);
    if (!done.ok) return done;
    await using image = done.value;
    const bytes = image.variants.reduce((sum, variant) => sum + variant.bytes, 0);
    const announced = await announce({ look: image.look, bytes });
    if (!announced.ok) return announced;
    const id = deps.ids.uuid();
    const kept = await keep(deps.files, id, image.variants);
    if (!kept.ok) return kept;
    const { width, height, placeholder } = image;
    return ok({ photoURL: pictureURL(id, Math.max(...widths)), width, height, placeholder });
  };

/** All variants or none. */
async function keep(
  files: StorePictureDeps['files'],
  id: string,
  variants: readonly ImageVariant[],
): Promise<Result<void, 'storage_unavailable'>> {
  const puts = variants.map(({ width, path, bytes }) =>
    files.put(pictureKey(id, width), createReadStream(path), { contentType, size: bytes }),
  );
  const failures = (await Promise.allSettled(puts)).filter((put) => put.status === 'rejected');
  if (failures.length === 0) return ok();
  // A storage that takes nothing may not give either; what stays then is known to no row.
  await files.deletePrefix(pictureFolder(id)).catch(() => undefined);
  const bug = failures.find(({ reason }) => !isOutage(reason));
  if (bug) throw bug.reason;
  return err('storage_unavailable');
}

function isOutage(error: unknown): boolean {
  // The temporary files lie on a disk too.
  return error instanceof StorageUnavailableError || (error instanceof Error && 'errno' in error);
}

/**
 * Erases a picture in all its widths. Nothing happens for null and for addresses that are not ours.
 * An effect: call it after the commit that took the last mention of the picture away. Rejects with
 * `StorageUnavailableError`; may be repeated.
 */
export const deletePicture =
  (deps: { readonly files: Pick<FileStore, 'deletePrefix'> }) =>
  async (photoURL: string | null): Promise<void> => {
    const picture = photoURL === null ? undefined : parsePictureURL(photoURL);
    if (picture) await deps.files.deletePrefix(pictureFolder(picture.id));
  };
