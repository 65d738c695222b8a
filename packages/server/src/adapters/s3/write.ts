import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import {
  assertKeyOfType,
  type FileToStore,
  StorageUnavailableError,
  type StoredFile,
} from '../../ports/file-store.ts';
import { type BucketConnection, requestFromStore } from './bucket-connection.ts';
import { beginMultipartUpload, type MultipartUpload, PART_BYTES } from './multipart.ts';
import { type BufferPool, type HashAndSize, splitIntoParts } from './split-into-parts.ts';

function assertSize(
  { size }: HashAndSize,
  announcedSize: number | undefined,
  isWhole: boolean,
): void {
  if (announcedSize === undefined) return;
  if (isWhole ? size !== announcedSize : size > announcedSize) {
    throw new Error('The file has another size than announced');
  }
}

/** Size in bytes of the upload buffers: the announced `size` of the body, at most one part; one part if unknown. */
const bufferSizeFor = (size = PART_BYTES) => Math.max(1, Math.min(PART_BYTES, size));

async function putWholeObject(
  store: BucketConnection,
  key: string,
  contentType: string,
  bytes: Buffer,
) {
  const file = { Bucket: store.bucket, Key: key, ContentType: contentType };
  // Retrying is safe: the store has either the complete file or none.
  const command = new PutObjectCommand({ ...file, Body: bytes, ContentLength: bytes.byteLength });
  const { byteLength } = bytes;
  await requestFromStore(store, (call) => store.client.send(command, call), { bytes: byteLength });
}

/** Implements `FileStore.put`: small files in one request, larger files in parts. */
export async function putObject(
  store: BucketConnection,
  key: string,
  body: Readable,
  { contentType, size }: FileToStore,
): Promise<StoredFile> {
  assertKeyOfType(key, contentType);
  const hashAndSize: HashAndSize = { hash: createHash('sha256'), size: 0 };
  // A body smaller than a part gets a buffer of the announced size. If the body is longer than announced, nothing of it
  // is sent.
  const bufferPool: BufferPool = { size: bufferSizeFor(size), spare: [] };
  let upload: MultipartUpload | undefined;
  // The body may fail before it is read: ignore the event here, because the loop below gets the same error.
  body.on('error', () => undefined);
  try {
    for await (const { bytes, isLast } of splitIntoParts(body, hashAndSize, bufferPool)) {
      assertSize(hashAndSize, size, isLast);
      if (isLast && !upload) await putWholeObject(store, key, contentType, bytes);
      else {
        upload ??= await beginMultipartUpload(
          store,
          { key, contentType },
          {
            onSent: (buffer) => bufferPool.spare.push(buffer),
            // After a failure of the store, the rest of a slow body is not awaited.
            onFailed: () => body.destroy(),
          },
        );
        await upload.add(bytes);
      }
    }
    await upload?.complete();
  } catch (error) {
    body.destroy();
    const failure = upload?.failure() ?? error;
    store.uploadGate.recordFailure(failure);
    await upload?.abandon();
    throw failure;
  }
  return { size: hashAndSize.size, sha256: hashAndSize.hash.digest('hex') };
}

/** Implements `FileStore.adopt`. */
export async function adoptFile(
  store: BucketConnection,
  key: string,
  path: string,
  fileToStore: FileToStore,
): Promise<void> {
  assertKeyOfType(key, fileToStore.contentType);
  try {
    const { size } = await stat(path);
    await putObject(store, key, createReadStream(path), { size, ...fileToStore });
    await rm(path, { force: true });
  } catch (error) {
    throw isDiskError(error) ? new StorageUnavailableError(error) : error;
  }
}

const isDiskError = (error: unknown) => error instanceof Error && 'errno' in error;
