import { createHash } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  assertKeyOfType,
  type FileToStore,
  StorageUnavailableError,
  type StoredFile,
} from '../../ports/file-store.ts';
import { mapStorageErrors, type StoreFolders } from './store-folders.ts';
import { syncDirectory, syncNewDirectories } from './sync.ts';

/** Implements `FileStore.put`. */
export async function putFile(
  folders: StoreFolders,
  key: string,
  body: Readable,
  { contentType, size }: FileToStore,
): Promise<StoredFile> {
  assertKeyOfType(key, contentType);
  const tempPath = folders.temp.newPath();
  // The body may fail before it is read: ignore the event here, because the loop below gets the same error.
  body.on('error', () => undefined);
  try {
    const storedFile = await writeTempFile(folders, tempPath, body);
    assertSize(storedFile, size);
    await mapStorageErrors(() => moveIntoStore(folders, tempPath, join(folders.objects, key)));
    return storedFile;
  } catch (error) {
    body.destroy();
    await rm(tempPath, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Implements `FileStore.adopt`. */
export async function adoptFile(
  folders: StoreFolders,
  key: string,
  path: string,
  fileToStore: FileToStore,
): Promise<void> {
  assertKeyOfType(key, fileToStore.contentType);
  assertSize(await mapStorageErrors(() => syncFile(path)), fileToStore.size);
  try {
    await moveIntoStore(folders, path, join(folders.objects, key));
  } catch (error) {
    if (!isOtherVolumeError(error)) throw new StorageUnavailableError(error);
    await putFile(folders, key, createReadStream(path), fileToStore);
    await mapStorageErrors(() => rm(path, { force: true }));
  }
}

function assertSize({ size }: { readonly size: number }, announcedSize: number | undefined): void {
  if (announcedSize !== undefined && size !== announcedSize) {
    throw new Error('The file has another size than announced');
  }
}

function isOtherVolumeError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EXDEV';
}

/** Syncs a file to the disk and returns its stats. */
async function syncFile(path: string): Promise<Stats> {
  const file = await open(path, 'r');
  try {
    await file.sync();
    return await file.stat();
  } finally {
    await file.close();
  }
}

async function writeTempFile(
  folders: StoreFolders,
  tempPath: string,
  body: Readable,
): Promise<StoredFile> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await mapStorageErrors(() => open(tempPath, 'wx', 0o600));
  try {
    // A plain loop instead of `pipeline` distinguishes errors of the body from those of the disk.
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      await folders.checkSpace();
      hash.update(chunk);
      size += chunk.byteLength;
      await mapStorageErrors(() => file.appendFile(chunk));
    }
    await mapStorageErrors(() => file.sync());
  } finally {
    await mapStorageErrors(() => file.close());
  }
  return { size, sha256: hash.digest('hex') };
}

async function moveIntoStore(
  folders: StoreFolders,
  tempPath: string,
  targetPath: string,
): Promise<void> {
  const directory = dirname(targetPath);
  // `objects` itself is never created here: when it is missing, the volume is not mounted.
  await access(folders.objects);
  const topmostCreated = await mkdir(directory, { recursive: true, mode: 0o700 });
  await rename(tempPath, targetPath);
  // The folder of the file and the parents of new folders are synced concurrently, so that the disk can merge flushes.
  await Promise.all([
    syncDirectory(directory),
    topmostCreated === undefined ? undefined : syncNewDirectories(directory, topmostCreated),
  ]);
}
