import { limits } from '@guilda/contract/limits';
import type { Database } from '../../platform/database/pool.ts';
import type { UploadedFile } from '../../platform/http/form.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { flushAhead } from '../../platform/uploads/flush-ahead.ts';
import type { ImageError, ImageProcessor, ImageVariant } from '../../platform/uploads/image.ts';
import { type FileStore, StorageUnavailableError } from '../../ports/file-store.ts';
import type { Ids } from '../../ports/ids.ts';
import type { KeepBytes } from '../storage/index.ts';
import { lockAccount } from '../users/index.ts';
import { archiveKey, eraseFiles, previewKey, previewType } from './archive-files.ts';
import {
  announceArchive,
  countWaiting,
  forgetArchive,
  giveUpArchive,
  type NewArchive,
  openArchive,
} from './archive-store.ts';
import type { ArchiveRow } from './archives-tables.ts';
import { keptName } from './file-name.ts';
import { type CleanArchive, cleanArchive } from './formats/clean-archive.ts';

export interface StoreArchiveDeps {
  readonly database: Pick<Database, 'db' | 'transaction'>;
  readonly files: Pick<FileStore, 'adopt' | 'deletePrefix'>;
  readonly images: Pick<ImageProcessor, 'process'>;
  readonly ids: Pick<Ids, 'uuid'>;
  readonly keepBytes: KeepBytes;
}

/**
 * Beyond what pictures refuse: `too_many_archives` (as many wait for a service as may),
 * `storage_full` (the account has no room for it), `token_invalid` (the account is closed).
 */
export type ArchiveError = ImageError | 'too_many_archives' | 'storage_full' | 'token_invalid';

const kinds = {
  'image/jpeg': 'JPG',
  'image/png': 'PNG',
  'image/gif': 'GIF',
  'video/mp4': 'MP4',
} as const;

/** Pixels of the longer side of a preview. */
const PREVIEW = 480;

/** A sound file, with its preview when it is an image; disposing removes the preview. */
interface Prepared extends AsyncDisposable {
  readonly facts: CleanArchive;
  readonly preview: ImageVariant | null;
}

async function prepare(
  deps: StoreArchiveDeps,
  path: string,
): Promise<Result<Prepared, ArchiveError>> {
  const clean = await cleanArchive(path);
  if (!clean.ok) return clean;
  const { pixels } = clean.value;
  if (!pixels) {
    return ok({ facts: clean.value, preview: null, [Symbol.asyncDispose]: async () => {} });
  }
  const { width, height } = pixels;
  const side = Math.min(PREVIEW, Math.max(1, Math.round((PREVIEW * width) / height)));
  const spec = { widths: [side], shape: 'whole', maxPixels: limits.picturePixels } as const;
  // Whoever cannot be decoded is no picture, however sound it looked.
  const image = await deps.images.process(path, spec);
  if (!image.ok) return image;
  const { variants, [Symbol.asyncDispose]: dispose } = image.value;
  return ok({ facts: clean.value, preview: variants[0] ?? null, [Symbol.asyncDispose]: dispose });
}

/** Writes the file down before it is stored, in a turn with the person's other uploads. */
async function announce(
  { database, keepBytes }: StoreArchiveDeps,
  archive: NewArchive & { readonly storedBytes: number },
  uploadId: string | undefined,
): Promise<Result<void, 'too_many_archives' | 'storage_full' | 'token_invalid'>> {
  const { ownerId, storedBytes: bytes } = archive;
  return database.transaction(async (tx) => {
    if (!(await lockAccount(tx, ownerId))) return err('token_invalid');
    const waiting = await countWaiting(tx, ownerId);
    if (waiting >= limits.waitingArchives) return err('too_many_archives');
    const room = await keepBytes(tx, { ownerId, bytes, uploadId });
    if (!room.ok) return room;
    await announceArchive(tx, archive);
    return ok();
  });
}

async function keep({ files }: StoreArchiveDeps, id: string, path: string, prepared: Prepared) {
  const { facts, preview } = prepared;
  if (preview) {
    const of = { contentType: previewType, size: preview.bytes };
    await files.adopt(previewKey(id), preview.path, of);
  }
  const key = archiveKey(id, facts.type);
  await files.adopt(key, path, { contentType: facts.type, size: facts.size });
}

/** What cannot be undone now is swept later, because the row still names it. */
async function undo({ database, files }: StoreArchiveDeps, id: string): Promise<void> {
  try {
    await eraseFiles(files, id);
    await forgetArchive(database.db, id);
  } catch {
    // The failure that led here is the one to be told.
  }
}

/**
 * Erases what there is. The row stays for the sweep: a storage that failed us may yet have the file, when
 * only its answer was late or lost.
 */
async function giveUp({ database, files }: StoreArchiveDeps, id: string): Promise<void> {
  const done = [eraseFiles(files, id), giveUpArchive(database.db, id)];
  // The failure that led here is the one to be told.
  await Promise.allSettled(done);
}

async function keepOrGiveUp(deps: StoreArchiveDeps, id: string, path: string, prepared: Prepared) {
  try {
    await keep(deps, id, path, prepared);
    return ok();
  } catch (error) {
    await giveUp(deps, id);
    if (error instanceof StorageUnavailableError) return err('storage_unavailable');
    throw error;
  }
}

function rowOf(
  ids: Pick<Ids, 'uuid'>,
  ownerId: string,
  name: string,
  { facts: { type, size, pixels }, preview }: Prepared,
) {
  return {
    id: ids.uuid(),
    ownerId,
    name: keptName(name),
    kind: kinds[type],
    type,
    size,
    storedBytes: size + (preview?.bytes ?? 0),
    width: pixels?.width ?? null,
    height: pixels?.height ?? null,
  };
}

/**
 * Keeps a file of a pack that a person sent, waiting for the service that takes it
 * (`assignArchives`). Its content decides its type, its metadata is taken out (`product §4`); the
 * file at `file.path` is moved, not copied. The row is there before the file is and opened once it
 * is whole: whatever happens in between, no file is unknown to the database and nothing unfinished
 * is seen.
 */
export const storeArchive =
  (deps: StoreArchiveDeps) =>
  async (ownerId: string, file: UploadedFile): Promise<Result<ArchiveRow, ArchiveError>> => {
    const prepared = await prepare(deps, file.path);
    if (!prepared.ok) return prepared;
    await using ready = prepared.value;
    const archive = rowOf(deps.ids, ownerId, file.name, ready);
    const [announced] = await Promise.all([
      announce(deps, archive, file.uploadId),
      flushAhead(file.path),
    ]);
    if (!announced.ok) return announced;
    const kept = await keepOrGiveUp(deps, archive.id, file.path, ready);
    if (!kept.ok) return kept;
    // When this fails nobody knows whether the file is open: the sweep finds out.
    const row = await openArchive(deps.database.db, archive.id);
    if (row) return ok(row);
    await undo(deps, archive.id);
    return err('token_invalid');
  };
