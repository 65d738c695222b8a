import { constants } from 'node:fs';
import { access, mkdir, open, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { keepFree } from '../../platform/uploads/room/free-space.ts';
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
import { type Place, storing } from './place.ts';
import { syncDirectory } from './sync.ts';
import { adopt, put } from './write.ts';

/**
 * A `FileStore` in `directory`, made where needed: files under `objects/`, those being written
 * under `tmp/` beside it, so that a rename publishes them at once. What a crash left in `tmp/` is
 * swept here. Several processes may share the directory.
 */
export async function openDiskFileStore(options: {
  readonly directory: string;
  readonly clock: Clock;
  /** Bytes of the volume that are not written to; none unless told. */
  readonly minFreeBytes?: number;
}): Promise<FileStore> {
  const root = resolve(options.directory);
  const objects = join(root, 'objects');
  const place = await storing(async () => {
    await mkdir(objects, { recursive: true, mode: 0o700 });
    const temp = await openTempDir(join(root, 'tmp'), { clock: options.clock });
    const room = keepFree(objects, { minFreeBytes: options.minFreeBytes ?? 0 });
    return { objects, temp, room };
  });
  return {
    put: (key, body, facts) => put(place, key, body, facts),
    adopt: (key, path, facts) => adopt(place, key, path, facts),
    get: (key, { range } = {}) => get(place, key, range),
    stat: (key) => info(place, key),
    delete: (key) => remove(place, [key]),
    deleteMany: (keys) => remove(place, keys),
    deletePrefix: (prefix) => removePrefix(place, prefix),
    ping: () => storing(() => access(place.objects, constants.R_OK | constants.W_OK)),
    room: place.room,
    direct: null,
  };
}

function pathOf(place: Place, key: string): string {
  typeOfKey(key);
  return join(place.objects, key);
}

async function info(place: Place, key: string): Promise<FileInfo | null> {
  const path = pathOf(place, key);
  return storing(async () => {
    const facts = await found(place, () => stat(path));
    return facts?.isFile() ? { size: facts.size, contentType: typeOfKey(key) } : null;
  });
}

async function get(place: Place, key: string, range?: ByteRange): Promise<FoundFile | null> {
  const path = pathOf(place, key);
  const file = await storing(() => found(place, () => open(path, 'r')));
  if (file === null) return null;
  try {
    const { size } = await storing(() => file.stat());
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

/** The outcome of `look`, or null when the file is not there but its storage is. */
async function found<T>(place: Place, look: () => Promise<T>): Promise<T | null> {
  try {
    return await look();
  } catch (error) {
    if (!isMissing(error)) throw error;
    await access(place.objects);
    return null;
  }
}

async function remove(place: Place, keys: readonly string[]): Promise<void> {
  const paths = keys.map((key) => pathOf(place, key));
  await storing(async () => {
    const directories = new Set<string>();
    for (const path of paths) {
      const gone = await found(place, () => unlink(path).then(() => true));
      if (gone) directories.add(dirname(path));
    }
    for (const directory of directories) await syncDirectory(directory);
  });
}

async function removePrefix(place: Place, prefix: string): Promise<void> {
  assertKeyPrefix(prefix);
  const path = join(place.objects, prefix);
  await storing(async () => {
    if ((await found(place, () => stat(path))) === null) return;
    await rm(path, { recursive: true, force: true });
    await syncDirectory(dirname(path));
  });
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
