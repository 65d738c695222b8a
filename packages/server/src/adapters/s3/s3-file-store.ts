import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import {
  contentTypeOfKey,
  type FileStore,
  type PresignedUrls,
  StorageUnavailableError,
} from '../../ports/file-store.ts';
import type { Timers } from '../../ports/timers.ts';
import {
  type BucketConnection,
  type BucketTimeouts,
  isStoreRefusal,
  requestFromStore,
  storageError,
  type UploadGate,
} from './bucket-connection.ts';
import { type BucketAddress, bucketOrigin, createS3Client } from './client.ts';
import { getObject, pingBucket, statObject } from './read.ts';
import { deleteObject, deleteObjects, deletePrefix } from './remove.ts';
import { adoptFile, putObject } from './write.ts';

const DEFAULT_TIMEOUTS_MS: BucketTimeouts = {
  connect: 3_000,
  attempt: 5_000,
  ping: 1_500,
  body: 30_000,
};

/** Maximum number of connections for uploads and for all other calls except reading files. */
const MAX_CALL_SOCKETS = 64;
/** Maximum number of connections for reading files. */
const MAX_READ_SOCKETS = 512;

/** Validity of presigned URLs in seconds. */
const PRESIGNED_URL_LIFETIME_S = 60;

export interface S3FileStoreOptions extends BucketAddress {
  readonly timers: Timers;
  /** Whether browsers read files directly from the bucket by presigned URLs. */
  readonly directReads: boolean;
  /** Timeouts that replace the defaults. */
  readonly timeouts?: Partial<BucketTimeouts>;
}

/** Time in ms for which uploads are refused after the bucket refused a file. */
const UPLOAD_PAUSE_MS = 30_000;

function createUploadGate(timers: Pick<Timers, 'now'>): UploadGate {
  let closedUntil = Number.NEGATIVE_INFINITY;
  return {
    check: async () => {
      if (timers.now() < closedUntil) throw storageError('the bucket takes no files');
    },
    recordFailure: (error) => {
      if (error instanceof StorageUnavailableError && isStoreRefusal(error))
        closedUntil = timers.now() + UPLOAD_PAUSE_MS;
    },
  };
}

function createPresignedUrls(
  store: BucketConnection,
  client: S3Client,
  address: BucketAddress,
): PresignedUrls {
  return {
    origin: bucketOrigin(client, address),
    urlOf: async (key, { contentDisposition }) => {
      const command = new GetObjectCommand({
        Bucket: store.bucket,
        Key: key,
        ResponseContentType: contentTypeOfKey(key),
        ResponseContentDisposition: contentDisposition,
        ResponseCacheControl: 'private, no-store',
      });
      // Signing is local, but looking up credentials may need a call.
      return requestFromStore(store, () =>
        getSignedUrl(client, command, { expiresIn: PRESIGNED_URL_LIFETIME_S }),
      );
    },
  };
}

/**
 * Opens a `FileStore` in a bucket of an S3-compatible store. Rejects with `StorageUnavailableError` when the bucket
 * cannot be used. When the final answer to `put` is lost, the key may have the old or the new file, each complete.
 */
export async function openS3FileStore(options: S3FileStoreOptions): Promise<FileStore> {
  const timeouts = { ...DEFAULT_TIMEOUTS_MS, ...options.timeouts };
  const store: BucketConnection = {
    bucket: options.bucket,
    client: createS3Client(options, MAX_CALL_SOCKETS, timeouts),
    reader: createS3Client(options, MAX_READ_SOCKETS, timeouts),
    timers: options.timers,
    timeouts,
    uploadGate: createUploadGate(options.timers),
  };
  await pingBucket({ ...store, timeouts: { ...timeouts, ping: 2 * timeouts.attempt } });
  return {
    put: (key, body, facts) => putObject(store, key, body, facts),
    adopt: (key, path, facts) => adoptFile(store, key, path, facts),
    get: async (key, { range } = {}) => getObject(store, key, range),
    stat: (key) => statObject(store, key),
    delete: (key) => deleteObject(store, key),
    deleteMany: (keys) => deleteObjects(store, keys),
    deletePrefix: (prefix) => deletePrefix(store, prefix),
    ping: () => pingBucket(store),
    checkSpace: () => store.uploadGate.check(),
    presignedUrls: options.directReads ? createPresignedUrls(store, store.client, options) : null,
  };
}
