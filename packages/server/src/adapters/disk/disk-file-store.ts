import { constants } from 'node:fs';
import { access, mkdir, open, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { requireFreeSpace } from '../../platform/uploads/free-space.ts';
import { openTempDir } from '../../platform/uploads/temp-dir.ts';
import type { Clock } from '../../ports/clock.ts';
import {
  assertKeyPrefix,
  type ByteRange,
  contentTypeOfKey,
  type FileInfo,
  type FileStore,
  type FoundFile,
} from '../../ports/file-store.ts';
import { mapStorageErrors, type StoreFolders } from './store-folders.ts';
import { syncDirectory } from './sync.ts';
import { adoptFile, putFile } from './write.ts';

/**
 * Opens a `FileStore` in `directory`, creating it if needed: files are written to `tmp/` and renamed into `objects/`,
 * so that they appear atomically. Leftovers of a crash in `tmp/` are removed. Several processes may share the
 * directory.
 */
export async function openDiskFileStore(options: {
  readonly directory: string;
  readonly clock: Clock;
  /** Number of bytes that must stay free on the store's volume; 0 by default. */
  readonly minFreeBytes?: number;
}): Promise<FileStore> {
  const root = resolve(options.directory);
  const objects = join(root, 'objects');
  const folders = await mapStorageErrors(async () => {
    await mkdir(objects, { recursive: true, mode: 0o700 });
    const temp = await openTempDir(join(root, 'tmp'), { clock: options.clock });
    const checkSpace = requireFreeSpace(objects, { minFreeBytes: options.minFreeBytes ?? 0 });
    return { objects, temp, checkSpace };
  });
  return {
    put: (key, body, facts) => putFile(folders, key, body, facts),
    adopt: (key, path, facts) => adoptFile(folders, key, path, facts),
    get: (key, { range } = {}) => readFile(folders, key, range),
    stat: (key) => readInfo(folders, key),
    delete: (key) => deleteFiles(folders, [key]),
    deleteMany: (keys) => deleteFiles(folders, keys),
    deletePrefix: (prefix) => deletePrefix(folders, prefix),
    ping: () => mapStorageErrors(() => access(folders.objects, constants.R_OK | constants.W_OK)),
    checkSpace: folders.checkSpace,
    presignedUrls: null,
  };
}

function filePathOf(folders: StoreFolders, key: string): string {
  contentTypeOfKey(key);
  return join(folders.objects, key);
}

async function readInfo(folders: StoreFolders, key: string): Promise<FileInfo | null> {
  const path = filePathOf(folders, key);
  return mapStorageErrors(async () => {
    const stats = await nullIfMissing(folders, () => stat(path));
    return stats?.isFile() ? { size: stats.size, contentType: contentTypeOfKey(key) } : null;
  });
}

async function readFile(
  folders: StoreFolders,
  key: string,
  range?: ByteRange,
): Promise<FoundFile | null> {
  const path = filePathOf(folders, key);
  const file = await mapStorageErrors(() => nullIfMissing(folders, () => open(path, 'r')));
  if (file === null) return null;
  try {
    const { size } = await mapStorageErrors(() => file.stat());
    if (range !== undefined && !(range.start >= 0 && range.start < size)) {
      throw new RangeError('The range lies outside the file');
    }
    const stream = file.createReadStream({ ...range });
    return { stream, size, contentType: contentTypeOfKey(key) };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The result of `read`, or null when the file does not exist although its volume is available. */
async function nullIfMissing<T>(folders: StoreFolders, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (!isMissingFileError(error)) throw error;
    await access(folders.objects);
    return null;
  }
}

async function deleteFiles(folders: StoreFolders, keys: readonly string[]): Promise<void> {
  const paths = keys.map((key) => filePathOf(folders, key));
  await mapStorageErrors(async () => {
    const directories = new Set<string>();
    for (const path of paths) {
      const wasDeleted = await nullIfMissing(folders, () => unlink(path).then(() => true));
      if (wasDeleted) directories.add(dirname(path));
    }
    for (const directory of directories) await syncDirectory(directory);
  });
}

async function deletePrefix(folders: StoreFolders, prefix: string): Promise<void> {
  assertKeyPrefix(prefix);
  const path = join(folders.objects, prefix);
  await mapStorageErrors(async () => {
    if ((await nullIfMissing(folders, () => stat(path))) === null) return;
    await rm(path, { recursive: true, force: true });
    await syncDirectory(dirname(path));
  });
}

function isMissingFileError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
