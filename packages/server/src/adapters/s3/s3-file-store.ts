import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import {
  type DirectReads,
  type FileStore,
  StorageUnavailableError,
  typeOfKey,
} from '../../ports/file-store.ts';
import type { Timers } from '../../ports/timers.ts';
import {
  type BucketConnection,
  callStore,
  isRefusal,
  storageError,
  type Timeouts,
  type UploadGate,
} from './bucket-connection.ts';
import { type BucketAddress, clientOf, originOf } from './client.ts';
import { get, ping, stat } from './read.ts';
import { remove, removeMany, removePrefix } from './remove.ts';
import { adopt, put } from './write.ts';

const defaultTimeouts: Timeouts = { connect: 3_000, attempt: 5_000, ping: 1_500, body: 30_000 };

/** Connections for calls and uploads, and for reading files. */
const SOCKETS = 64;
const READING_SOCKETS = 512;

/** Validity of presigned URLs in seconds. */
const ADDRESS_SECONDS = 60;

export interface S3FileStoreOptions extends BucketAddress {
  readonly timers: Timers;
  /** Whether presigned URLs are given to browsers. */
  readonly directReads: boolean;
  /** Overrides of the default timeouts. */
  readonly timeouts?: Partial<Timeouts>;
}

/** Time in ms for which uploads are refused after the bucket refused a file. */
const CLOSED_MS = 30_000;

function createUploadGate(timers: Pick<Timers, 'now'>): UploadGate {
  let closedUntil = Number.NEGATIVE_INFINITY;
  return {
    check: async () => {
      if (timers.now() < closedUntil) throw storageError('the bucket takes no files');
    },
    failed: (error) => {
      if (error instanceof StorageUnavailableError && isRefusal(error))
        closedUntil = timers.now() + CLOSED_MS;
    },
  };
}

function directReads(
  store: BucketConnection,
  client: S3Client,
  address: BucketAddress,
): DirectReads {
  return {
    origin: originOf(client, address),
    addressOf: async (key, { contentDisposition }) => {
      const command = new GetObjectCommand({
        Bucket: store.bucket,
        Key: key,
        ResponseContentType: typeOfKey(key),
        ResponseContentDisposition: contentDisposition,
        ResponseCacheControl: 'private, no-store',
      });
      // Signing is local, but looking up credentials may need a call.
      return callStore(store, () => getSignedUrl(client, command, { expiresIn: ADDRESS_SECONDS }));
    },
  };
}

/**
 * Opens a `FileStore` in a bucket of an S3-compatible store. Rejects with `StorageUnavailableError` when the bucket
 * cannot be used. When the final answer of `put` is lost, the key may have the old or the new file, each complete.
 */
export async function openS3FileStore(options: S3FileStoreOptions): Promise<FileStore> {
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const store: BucketConnection = {
    bucket: options.bucket,
    client: clientOf(options, SOCKETS, timeouts),
    reader: clientOf(options, READING_SOCKETS, timeouts),
    timers: options.timers,
    timeouts,
    uploadGate: createUploadGate(options.timers),
  };
  await ping({ ...store, timeouts: { ...timeouts, ping: 2 * timeouts.attempt } });
  return {
    put: (key, body, facts) => put(store, key, body, facts),
    adopt: (key, path, facts) => adopt(store, key, path, facts),
    get: async (key, { range } = {}) => get(store, key, range),
    stat: (key) => stat(store, key),
    delete: (key) => remove(store, key),
    deleteMany: (keys) => removeMany(store, keys),
    deletePrefix: (prefix) => removePrefix(store, prefix),
    ping: () => ping(store),
    checkSpace: () => store.uploadGate.check(),
    direct: options.directReads ? directReads(store, store.client, options) : null,
  };
}
