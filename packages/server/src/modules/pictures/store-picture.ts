import { type PictureKind, pictureURL, pictureWidths } from '@guilda/contract/pictures';
import type { Database } from '../../platform/database/pool.ts';
import type { UploadedFile } from '../../platform/http/form.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import {
  type Announce,
  deletePicture as eraseFiles,
  type StorePictureDeps as FileDeps,
  type PictureError,
  storePicture as storeFiles,
} from '../../platform/uploads/pictures.ts';
import type { KeepBytes } from '../storage/index.ts';
import { isBannedLook } from './banned-store.ts';
import { announcePicture, forgetPicture, type NewPicture, openPicture } from './picture-store.ts';

export interface StorePictureDeps extends FileDeps {
  readonly database: Pick<Database, 'db' | 'transaction'>;
  readonly keepBytes: KeepBytes;
}

/**
 * What cannot be undone now the sweep erases, because the row still names it. It stays when the storage
 * failed, which may yet have the files when only its answer was late or lost.
 */
async function undo(deps: StorePictureDeps, id: string, failed = false): Promise<void> {
  try {
    await eraseFiles(deps)(pictureURL(id, pictureWidths.avatar[0]));
    if (!failed) await forgetPicture(deps.database.db, id);
  } catch {
    // The failure that led here is the one to be told.
  }
}

/** Writes the picture down, unless it looks like one that the team banned or there is no room for it. */
const announce =
  (
    { database, keepBytes }: StorePictureDeps,
    picture: Omit<NewPicture, 'look' | 'storedBytes'>,
    uploadId: string | undefined,
  ): Announce =>
  async ({ look: digits, bytes }) => {
    const look = digits === null ? null : BigInt(digits);
    if (look !== null && (await isBannedLook(database.db, look))) return err('picture_banned');
    return database.transaction(async (tx) => {
      const room = await keepBytes(tx, { ownerId: picture.ownerId, bytes, uploadId });
      if (room.ok) await announcePicture(tx, { ...picture, look, storedBytes: bytes });
      return room;
    });
  };

/**
 * Keeps a picture that a person uploaded, in every width of its kind, and answers its address. The
 * row is there before the files are, closed until they are whole: whatever happens in between, no
 * file is unknown to the database and nothing unfinished is seen. Nothing is kept of one that looks
 * like a banned picture. Whoever names the address in a row calls `deletePicture` when that row does
 * not come to be.
 */
export const storePicture =
  (deps: StorePictureDeps) =>
  async (
    owner: string,
    file: UploadedFile,
    kind: PictureKind,
    adult = false,
  ): Promise<Result<string, PictureError>> => {
    const { db } = deps.database;
    const id = deps.ids.uuid();
    const store = storeFiles(
      { ...deps, ids: { uuid: () => id } },
      announce(deps, { id, ownerId: owner, kind, adult }, file.uploadId),
    );
    try {
      const stored = await store(file, kind);
      // Banned while its files were made, it stays closed.
      if (stored.ok && (await openPicture(db, id))) return ok(stored.value.photoURL);
      await undo(deps, id, !stored.ok && stored.code === 'storage_unavailable');
      return stored.ok ? err('picture_banned') : stored;
    } catch (error) {
      await undo(deps, id);
      throw error;
    }
  };
