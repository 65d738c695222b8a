import type { Readable } from 'node:stream';
import { GetObjectCommand, HeadBucketCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import {
  type ByteRange,
  contentTypeOfKey,
  type FileInfo,
  type FoundFile,
} from '../../ports/file-store.ts';
import { withStallTimeout } from './body.ts';
import {
  type BucketConnection,
  type CallOptions,
  requestFromStore,
  storageError,
} from './bucket-connection.ts';

/** Implements `FileStore.ping`. */
export async function pingBucket(store: BucketConnection): Promise<void> {
  await requestFromStore(store, (call) => headBucket(store, call), {
    timeoutMs: store.timeouts.ping,
  });
}

const headBucket = ({ client, bucket }: BucketConnection, call: CallOptions) =>
  client.send(new HeadBucketCommand({ Bucket: bucket }), call);

/** Returns null when the error means that the file does not exist; rethrows any other error. */
async function nullIfMissing(
  store: BucketConnection,
  call: CallOptions,
  error: unknown,
): Promise<null> {
  const { name, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
  if (name === 'NoSuchKey') return null;
  if (name === 'NoSuchBucket' || $metadata?.httpStatusCode !== 404) throw error;
  // The answer to HEAD has no body, so a missing file and a missing bucket look the same: check the bucket.
  await headBucket(store, call);
  return null;
}

function rangeHeader({ start, end }: ByteRange): string {
  if (!(start >= 0)) throw new RangeError('The range lies outside the file');
  return `bytes=${start}-${end ?? ''}`;
}

/** Implements `FileStore.get`. */
export async function getObject(
  store: BucketConnection,
  key: string,
  range?: ByteRange,
): Promise<FoundFile | null> {
  const contentType = contentTypeOfKey(key);
  const rangeParam = range === undefined ? {} : { Range: rangeHeader(range) };
  const command = new GetObjectCommand({ Bucket: store.bucket, Key: key, ...rangeParam });
  const foundObject = await requestFromStore(store, async (call) => {
    try {
      return await store.reader.send(command, call);
    } catch (error) {
      if ((error as Error).name === 'InvalidRange') {
        throw new RangeError('The range lies outside the file');
      }
      return nullIfMissing(store, call, error);
    }
  });
  if (foundObject === null) return null;
  const body = foundObject.Body as Readable;
  const totalSize =
    range === undefined ? foundObject.ContentLength : totalSizeOf(foundObject.ContentRange);
  const stream = withStallTimeout(body, store);
  if (totalSize !== undefined) return { stream, size: totalSize, contentType };
  stream.destroy();
  throw storageError('the store sent no size');
}

/** Total size of a file, read from a `Content-Range` header. */
function totalSizeOf(contentRange: string | undefined): number | undefined {
  const size = /\/(\d+)$/.exec(contentRange ?? '')?.[1];
  return size === undefined ? undefined : Number(size);
}

/** Implements `FileStore.stat`. */
export async function statObject(store: BucketConnection, key: string): Promise<FileInfo | null> {
  const contentType = contentTypeOfKey(key);
  const command = new HeadObjectCommand({ Bucket: store.bucket, Key: key });
  const foundObject = await requestFromStore(store, (call) =>
    store.client.send(command, call).catch((error: unknown) => nullIfMissing(store, call, error)),
  );
  return foundObject && { size: foundObject.ContentLength ?? 0, contentType };
}
