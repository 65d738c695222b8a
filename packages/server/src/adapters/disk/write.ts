import { createHash } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  assertKeyOfType,
  type FileFacts,
  StorageUnavailableError,
  type StoredFile,
} from '../../ports/file-store.ts';
import { type Place, storing } from './place.ts';
import { syncDirectory, syncNewDirectories } from './sync.ts';

/** `FileStore.put` */
export async function put(
  place: Place,
  key: string,
  body: Readable,
  { contentType, size }: FileFacts,
): Promise<StoredFile> {
  assertKeyOfType(key, contentType);
  const temp = place.temp.newPath();
  // The body may fail before it is read from; the loop below sees that error too.
  body.on('error', () => undefined);
  try {
    const stored = await write(place, temp, body);
    assertSize(stored, size);
    await storing(() => publish(place, temp, join(place.objects, key)));
    return stored;
  } catch (error) {
    body.destroy();
    await rm(temp, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** `FileStore.adopt` */
export async function adopt(
  place: Place,
  key: string,
  path: string,
  facts: FileFacts,
): Promise<void> {
  assertKeyOfType(key, facts.contentType);
  assertSize(await storing(() => syncFile(path)), facts.size);
  try {
    await publish(place, path, join(place.objects, key));
  } catch (error) {
    if (!isOtherVolume(error)) throw new StorageUnavailableError(error);
    await put(place, key, createReadStream(path), facts);
    await storing(() => rm(path, { force: true }));
  }
}

function assertSize({ size }: { readonly size: number }, announced: number | undefined): void {
  if (announced !== undefined && size !== announced) {
    throw new Error('The file has another size than announced');
  }
}

function isOtherVolume(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EXDEV';
}

/** Makes a file durable and answers its facts. */
async function syncFile(path: string): Promise<Stats> {
  const file = await open(path, 'r');
  try {
    await file.sync();
    return await file.stat();
  } finally {
    await file.close();
  }
}

async function write(place: Place, temp: string, body: Readable): Promise<StoredFile> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await storing(() => open(temp, 'wx', 0o600));
  try {
    // A plain loop, so that an error of the body is told apart from one of the disk.
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      await place.room();
      hash.update(chunk);
      size += chunk.byteLength;
      await storing(() => file.appendFile(chunk));
    }
    await storing(() => file.sync());
  } finally {
    await storing(() => file.close());
  }
  return { size, sha256: hash.digest('hex') };
}

async function publish(place: Place, temp: string, target: string): Promise<void> {
  const directory = dirname(target);
  // `objects` itself is never remade: where it is gone the volume is gone.
  await access(place.objects);
  const first = await mkdir(directory, { recursive: true, mode: 0o700 });
  await rename(temp, target);
  // At once: the disk makes one write of what is asked of it together.
  await Promise.all([
    syncDirectory(directory),
    first === undefined ? undefined : syncNewDirectories(directory, first),
  ]);
}
