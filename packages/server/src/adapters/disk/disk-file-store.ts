import { constants } from 'node:fs';
import { access, mkdir, open, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { requireFreeSpace } from '../../platform/uploads/free-space.ts';
import { openTempDir } from '../../platform/uploads/temp-dir.ts';
import type { Clock } from '../../ports/clock.ts';
import {
  assertKeyPrefix,
  type ByteRange,
  type FileInfo,
  type FileStore,
  type FoundFile,
  typeOfKey,
} from '../../ports/file-store.ts';
import { mapStorageErrors, type StoreFolders } from './store-folders.ts';
import { syncDirectory } from './sync.ts';
import { adopt, put } from './write.ts';

/**
 * Opens a `FileStore` in `directory`, creating it if needed: files are written to `tmp/` and renamed into `objects/`, so
 * that they appear atomically. Leftovers of a crash in `tmp/` are removed. Several processes may share the directory.
 */
export async function openDiskFileStore(options: {
  readonly directory: string;
  readonly clock: Clock;
  /** Bytes of the volume that must stay free; 0 by default. */
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
    put: (key, body, facts) => put(folders, key, body, facts),
    adopt: (key, path, facts) => adopt(folders, key, path, facts),
    get: (key, { range } = {}) => get(folders, key, range),
    stat: (key) => info(folders, key),
    delete: (key) => remove(folders, [key]),
    deleteMany: (keys) => remove(folders, keys),
    deletePrefix: (prefix) => removePrefix(folders, prefix),
    ping: () => mapStorageErrors(() => access(folders.objects, constants.R_OK | constants.W_OK)),
    checkSpace: folders.checkSpace,
    direct: null,
  };
}

function pathOf(folders: StoreFolders, key: string): string {
  typeOfKey(key);
  return join(folders.objects, key);
}

async function info(folders: StoreFolders, key: string): Promise<FileInfo | null> {
  const path = pathOf(folders, key);
  return mapStorageErrors(async () => {
    const stats = await found(folders, () => stat(path));
    return stats?.isFile() ? { size: stats.size, contentType: typeOfKey(key) } : null;
  });
}

async function get(
  folders: StoreFolders,
  key: string,
  range?: ByteRange,
): Promise<FoundFile | null> {
  const path = pathOf(folders, key);
  const file = await mapStorageErrors(() => found(folders, () => open(path, 'r')));
  if (file === null) return null;
  try {
    const { size } = await mapStorageErrors(() => file.stat());
    if (range !== undefined && !(range.start >= 0 && range.start < size)) {
      throw new RangeError('The range lies outside the file');
    }
    const stream = file.createReadStream({ ...range });
    return { stream, size, contentType: typeOfKey(key) };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The result of `look`, or null when the file does not exist although the storage is available. */
async function found<T>(folders: StoreFolders, look: () => Promise<T>): Promise<T | null> {
  try {
    return await look();
  } catch (error) {
    if (!isMissing(error)) throw error;
    await access(folders.objects);
    return null;
  }
}

async function remove(folders: StoreFolders, keys: readonly string[]): Promise<void> {
  const paths = keys.map((key) => pathOf(folders, key));
  await mapStorageErrors(async () => {
    const directories = new Set<string>();
    for (const path of paths) {
      const gone = await found(folders, () => unlink(path).then(() => true));
      if (gone) directories.add(dirname(path));
    }
    for (const directory of directories) await syncDirectory(directory);
  });
}

async function removePrefix(folders: StoreFolders, prefix: string): Promise<void> {
  assertKeyPrefix(prefix);
  const path = join(folders.objects, prefix);
  await mapStorageErrors(async () => {
    if ((await found(folders, () => stat(path))) === null) return;
    await rm(path, { recursive: true, force: true });
    await syncDirectory(dirname(path));
  });
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
