import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { type BucketConnection, type CallOptions, requestFromStore } from './bucket-connection.ts';

/**
 * Size in bytes of each part except the last: S3's minimum. With S3's maximum of 10,000 parts a file can have 48 GiB.
 */
export const PART_BYTES = 5 * 1024 * 1024;
/**
 * Maximum number of parts of one file that are sent concurrently; with the part that is being filled they determine the
 * memory use.
 */
const MAX_CONCURRENT_PARTS = 2;
/** Timeout of one attempt to complete an upload, in ms. */
const COMPLETION_TIMEOUT_MS = 60_000;

/** A multipart upload; the file exists once it is completed. */
export interface MultipartUpload {
  /** Sends the next part; resolves when another part may be added, rejects once a part has failed. */
  add(bytes: Buffer): Promise<void>;
  /** Completes the upload, after which the file exists. */
  complete(): Promise<void>;
  /** Aborts the upload after running requests have ended; never rejects. */
  abandon(): Promise<void>;
  /** The first failure of the store; undefined without one. */
  failure(): Error | undefined;
}

/** Sent and running parts of an upload. */
interface PartsState {
  readonly uploadedParts: CompletedPart[];
  readonly runningUploads: Set<Promise<void>>;
  readonly abortController: AbortController;
  failure?: Error;
}

async function uploadPart(
  store: BucketConnection,
  target: UploadTarget,
  partNumber: number,
  bytes: Buffer,
  parts: PartsState,
) {
  const command = new UploadPartCommand({ ...target, PartNumber: partNumber, Body: bytes });
  const sendPart = (call: CallOptions) => store.client.send(command, call);
  const callOptions = { bytes: bytes.byteLength, signal: parts.abortController.signal };
  const { ETag: etag } = await requestFromStore(store, sendPart, callOptions);
  parts.uploadedParts.push({ PartNumber: partNumber, ETag: etag });
}

interface UploadTarget {
  readonly Bucket: string;
  readonly Key: string;
  readonly UploadId: string | undefined;
}

function completeUpload(store: BucketConnection, target: UploadTarget, parts: PartsState) {
  const sortedParts = parts.uploadedParts.toSorted(
    (a, b) => Number(a.PartNumber) - Number(b.PartNumber),
  );
  const command = new CompleteMultipartUploadCommand({
    ...target,
    MultipartUpload: { Parts: sortedParts },
  });
  const sendCompletion = (call: CallOptions) =>
    store.client.send(command, { ...call, requestTimeout: COMPLETION_TIMEOUT_MS });
  return requestFromStore(store, sendCompletion, { timeoutMs: 2 * COMPLETION_TIMEOUT_MS });
}

/** Callbacks for the parts of an upload. */
interface PartCallbacks {
  /** Called when a part was sent; its buffer may be reused. */
  readonly onSent: (bytes: Buffer) => void;
  /** Called once, when the first part has failed. */
  readonly onFailed: () => void;
}

/** Starts a multipart upload. */
export async function beginMultipartUpload(
  store: BucketConnection,
  { key, contentType }: { readonly key: string; readonly contentType: string },
  { onSent, onFailed }: PartCallbacks,
): Promise<MultipartUpload> {
  const location = { Bucket: store.bucket, Key: key };
  const createUpload = new CreateMultipartUploadCommand({ ...location, ContentType: contentType });
  const { UploadId } = await requestFromStore(store, (call) =>
    store.client.send(createUpload, call),
  );
  const target = { ...location, UploadId };
  const parts: PartsState = {
    uploadedParts: [],
    runningUploads: new Set(),
    abortController: new AbortController(),
  };
  let partCount = 0;
  const fail = (error: unknown) => {
    if (parts.failure) return;
    parts.failure = error as Error;
    parts.abortController.abort();
    onFailed();
  };
  return {
    add: async (bytes) => {
      partCount += 1;
      const partUpload: Promise<void> = uploadPart(store, target, partCount, bytes, parts)
        .then(() => onSent(bytes), fail)
        .finally(() => parts.runningUploads.delete(partUpload));
      parts.runningUploads.add(partUpload);
      if (parts.runningUploads.size >= MAX_CONCURRENT_PARTS)
        await Promise.race(parts.runningUploads);
      if (parts.failure) throw parts.failure;
    },
    complete: async () => {
      await Promise.all(parts.runningUploads);
      if (parts.failure) throw parts.failure;
      await completeUpload(store, target, parts);
    },
    abandon: async () => {
      // Running requests are awaited first: a part that arrives after the abort could stay in the store.
      await Promise.all(parts.runningUploads);
      const sendAbort = (call: CallOptions) =>
        store.client.send(new AbortMultipartUploadCommand(target), call);
      // If the abort fails, the bucket's lifecycle rule for unfinished uploads deletes the parts.
      await requestFromStore(store, sendAbort, { timeoutMs: store.timeouts.attempt }).catch(
        () => undefined,
      );
    },
    failure: () => parts.failure,
  };
}
