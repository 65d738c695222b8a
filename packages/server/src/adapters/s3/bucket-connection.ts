import type { S3Client } from '@aws-sdk/client-s3';
import { StorageUnavailableError } from '../../ports/file-store.ts';
import type { Timers } from '../../ports/timers.ts';

/** Timeouts of calls to the store, in ms. */
export interface BucketTimeouts {
  /** Timeout for opening a connection. */
  readonly connect: number;
  /** Timeout for the first byte of the answer to one attempt; time for the bytes sent is added. */
  readonly attempt: number;
  /** Timeout of `ping`, including its retries. */
  readonly ping: number;
  /** Timeout for the next chunk of a file that is being read. */
  readonly body: number;
}

/** Whether the bucket accepts files, judged by its last answers. */
export interface UploadGate {
  /** Rejects for a short time after the bucket refused a file; called by `FileStore.checkSpace`. */
  check(): Promise<void>;
  /** Informs the gate why a file could not be stored; a refusal of the store pauses uploads. */
  recordFailure(error: unknown): void;
}

/** A bucket with its clients and limits. */
export interface BucketConnection {
  readonly bucket: string;
  /** Client for all calls except reading files. */
  readonly client: S3Client;
  /** Client for reading files: slow readers occupy connections, which must not block other calls. */
  readonly reader: S3Client;
  readonly timers: Timers;
  readonly timeouts: BucketTimeouts;
  /** Whether the bucket accepts files at the moment. */
  readonly uploadGate: UploadGate;
}

/** Maximum number of attempts of one call, made by the SDK with increasing delays. */
export const MAX_ATTEMPTS = 3;

/** Slowest upload rate to the store that is tolerated, in bytes per ms; used to lengthen timeouts. */
const MIN_BYTES_PER_MS = 128;

/** Time allowed for the deletion of one file, in ms. */
const DELETION_MS_PER_FILE = 50;

/** Options of one SDK call. */
export interface CallOptions {
  readonly abortSignal: AbortSignal;
  readonly requestTimeout: number;
}

export interface BucketRequestOptions {
  /** Number of bytes that the call sends; lengthens the timeout. */
  readonly bytes?: number;
  /**
   * Number of files that the call deletes; lengthens the timeout, because some stores delete files one by one before
   * they answer.
   */
  readonly deletions?: number;
  /** When aborted, aborts the call. */
  readonly signal?: AbortSignal;
  /** Total timeout in ms; by default long enough for two attempts with their delays. */
  readonly timeoutMs?: number;
}

/** An SDK error reduced to its name, status and code, without confidential details. */
class StoreFailure extends Error {
  /** HTTP status of the answer; undefined without an answer. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/**
 * Whether the store refused a file: access denied (403), out of space (507), or over a quota, for which stores use
 * different statuses.
 */
export const isStoreRefusal = ({ cause }: StorageUnavailableError): boolean =>
  cause instanceof StoreFailure &&
  (cause.status === 403 || cause.status === 507 || cause.message.includes('Quota'));

/**
 * Reduces an SDK error to its name, status and code. The original contains confidential details, such as the signed
 * string and the access key's id.
 */
function withoutConfidentialDetails(error: unknown): Error {
  if (!(error instanceof Error)) return new Error('no error');
  const { $metadata, code } = error as { $metadata?: { httpStatusCode?: number }; code?: unknown };
  const details = [
    error.name === 'Error' ? undefined : error.name,
    $metadata?.httpStatusCode,
    typeof code === 'string' ? code : undefined,
  ];
  const message = details.filter((detail) => detail !== undefined).join(' ');
  return new StoreFailure(message, $metadata?.httpStatusCode);
}

/** Creates a `StorageUnavailableError` with the given reason. */
export const storageError = (reason: string) => new StorageUnavailableError(new Error(reason));

/** Maps an error of the store to `StorageUnavailableError`; a `RangeError` is returned unchanged. */
export function toStorageError(error: unknown): Error {
  if (error instanceof RangeError || error instanceof StorageUnavailableError) return error;
  return new StorageUnavailableError(withoutConfidentialDetails(error));
}

/** Calls the store with a timeout; rejects as documented by the `FileStore` port. */
export async function requestFromStore<T>(
  { timers, timeouts }: Pick<BucketConnection, 'timers' | 'timeouts'>,
  work: (call: CallOptions) => Promise<T>,
  { bytes = 0, deletions = 0, signal, timeoutMs }: BucketRequestOptions = {},
): Promise<T> {
  const attemptMs = timeouts.attempt + bytes / MIN_BYTES_PER_MS + deletions * DELETION_MS_PER_FILE;
  const timeout = new AbortController();
  const signals = signal ? [timeout.signal, signal] : [timeout.signal];
  let stopTimer = (): void => undefined;
  const timeoutPromise = new Promise<never>((_, reject) => {
    stopTimer = timers.after(timeoutMs ?? 2.5 * attemptMs, () => {
      reject(storageError('the store does not answer'));
      timeout.abort();
    });
  });
  const call = { abortSignal: AbortSignal.any(signals), requestTimeout: attemptMs };
  try {
    return await Promise.race([work(call), timeoutPromise]);
  } catch (error) {
    throw toStorageError(error);
  } finally {
    stopTimer();
  }
}
