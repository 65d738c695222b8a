import { findCategory } from '@guilda/contract/categories';
import type { Database } from '../../platform/database/pool.ts';
import type { UploadedFile } from '../../platform/http/form.ts';
import { ok, type Result } from '../../platform/result.ts';
import type { PictureError } from '../../platform/uploads/pictures.ts';
import type { FileStore } from '../../ports/file-store.ts';
import {
  type ArchiveError,
  type ArchiveRow,
  closeWaiting,
  eraseArchive,
} from '../archives/index.ts';

export interface ServiceFilesDeps {
  readonly database: Pick<Database, 'db'>;
  readonly files: Pick<FileStore, 'deletePrefix'>;
  /** Checks, re-encodes and stores a picture, closed to all but adults or not; answers its address. */
  storePicture(
    owner: string,
    file: UploadedFile,
    kind: 'cover',
    adult: boolean,
  ): Promise<Result<string, PictureError>>;
  /** Removes a picture that nothing shows any more. */
  deletePicture(photoURL: string): Promise<void>;
  /** Keeps a file of a pack, waiting for the service that takes it. */
  storeArchive(owner: string, file: UploadedFile): Promise<Result<ArchiveRow, ArchiveError>>;
}

/** The files of one request: its image and what it adds to the pack. */
export interface SentFiles {
  readonly image: UploadedFile | undefined;
  readonly archives: readonly UploadedFile[];
}

/** What they are kept as, until a row names them. */
export interface KeptFiles {
  photoURL?: string;
  readonly archiveIds: string[];
}

export type FileRefusal = PictureError | ArchiveError;

async function letArchiveGo(deps: ServiceFilesDeps, owner: string, id: string): Promise<void> {
  // Another request of the same person may have taken it: then it stays.
  if (await closeWaiting(deps.database.db, owner, id)) await eraseArchive(deps, id);
}

/** Lets go of files that no row came to name; the failure that led here is the one to be told. */
async function letGo(deps: ServiceFilesDeps, owner: string, kept: KeptFiles): Promise<void> {
  await Promise.allSettled([
    kept.photoURL === undefined ? undefined : deps.deletePicture(kept.photoURL),
    ...kept.archiveIds.map((id) => letArchiveGo(deps, owner, id)),
  ]);
}

async function store(
  deps: ServiceFilesDeps,
  owner: { readonly uid: string; readonly adult: boolean },
  sent: SentFiles,
  kept: KeptFiles,
): Promise<Result<void, FileRefusal>> {
  if (sent.image) {
    const picture = await deps.storePicture(owner.uid, sent.image, 'cover', owner.adult);
    if (!picture.ok) return picture;
    kept.photoURL = picture.value;
  }
  for (const file of sent.archives) {
    const archive = await deps.storeArchive(owner.uid, file);
    if (!archive.ok) return archive;
    kept.archiveIds.push(archive.value.id);
  }
  return ok();
}

/**
 * Keeps the files of a request while `write` puts them into rows: when one of them is refused, or
 * `write` refuses or fails, nothing of them stays. `adult` closes the picture to all but adults.
 */
export async function withFiles<T, E extends string>(
  deps: ServiceFilesDeps,
  owner: { readonly uid: string; readonly adult: boolean },
  sent: SentFiles,
  write: (kept: KeptFiles) => Promise<Result<T, E>>,
): Promise<Result<T, E | FileRefusal>> {
  const kept: KeptFiles = { archiveIds: [] };
  let done = false;
  try {
    const stored = await store(deps, owner, sent, kept);
    if (!stored.ok) return stored;
    const written = await write(kept);
    done = written.ok;
    return written;
  } finally {
    if (!done) await letGo(deps, owner.uid, kept);
  }
}

/** Whether a category, and so every service in it, is for adults. */
export const isAdultCategory = (slug: string): boolean => findCategory(slug)?.adult === true;
