import type { S3Client } from '@aws-sdk/client-s3';
import { StorageUnavailableError } from '../../ports/file-store.ts';
import type { Timers } from '../../ports/timers.ts';

/** How long the store may take, in ms. */
export interface Patience {
  /** To take a connection. */
  readonly connect: number;
  /** To begin its answer to one attempt; more for the bytes that go there. */
  readonly attempt: number;
  /** For what `ping` asks, attempts and all. */
  readonly ping: number;
  /** To go on with a file that is read. */
  readonly body: number;
}

/** Whether a bucket takes files, by its last answers. */
export interface Room {
  /** `FileStore.room` */
  check(): Promise<void>;
  /** Told why a file could not be kept. */
  failed(error: unknown): void;
}

/** A bucket and the ways to it. */
export interface Place {
  readonly bucket: string;
  /** For all but the bytes of files that are read. */
  readonly client: S3Client;
  /** For these: who reads slowly holds a connection, and takes none of the others away. */
  readonly reader: S3Client;
  readonly timers: Timers;
  readonly patience: Patience;
  /** Whether the bucket takes files. */
  readonly room: Room;
}

/** Attempts at one call; the SDK makes them, and waits longer before each. */
export const ATTEMPTS = 3;

/** Slowest line to the store that is put up with, in bytes per ms. */
const SLOWEST = 128;

/** Longest that a store is thought to take to delete one file, in ms. */
const DELETION_MS = 50;

/** What a call to the SDK takes along. */
export interface Call {
  readonly abortSignal: AbortSignal;
  readonly requestTimeout: number;
}

export interface Asking {
  /** Bytes that are sent. */
  readonly bytes?: number;
  /** Files that are deleted: some stores do it one by one before they answer. */
  readonly deletions?: number;
  /** Gives the call up. */
  readonly signal?: AbortSignal;
  /** For the whole of it, in ms; two attempts and the waits between them unless told. */
  readonly within?: number;
}

/** A failure of the SDK, as far as it may be told. */
class StoreFailure extends Error {
  /** Of the store's answer; undefined without one. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/**
 * Whether the store itself said no: it is closed to us (403), out of space (507), or over a quota, which
 * stores answer with a status of their own.
 */
export const saidNo = ({ cause }: StorageUnavailableError): boolean =>
  cause instanceof StoreFailure &&
  (cause.status === 403 || cause.status === 507 || cause.message.includes('Quota'));

/**
 * What is told of a failure of the SDK: its name, status and code. Its own errors hold more, such as the
 * text that was signed and the id of the key.
 */
function causeOf(error: unknown): Error {
  if (!(error instanceof Error)) return new Error('no error');
  const { $metadata, code } = error as { $metadata?: { httpStatusCode?: number }; code?: unknown };
  const facts = [
    error.name === 'Error' ? undefined : error.name,
    $metadata?.httpStatusCode,
    typeof code === 'string' ? code : undefined,
  ];
  const message = facts.filter((fact) => fact !== undefined).join(' ');
  return new StoreFailure(message, $metadata?.httpStatusCode);
}

/** A failure that we tell ourselves. */
export const failing = (why: string) => new StorageUnavailableError(new Error(why));

/** The failure as the port tells it; ranges outside of a file are no failure of the store. */
export function unavailable(error: unknown): Error {
  if (error instanceof RangeError || error instanceof StorageUnavailableError) return error;
  return new StorageUnavailableError(causeOf(error));
}

/** Asks the store, and for no longer than it may take; rejects as the port says. */
export async function ask<T>(
  { timers, patience }: Pick<Place, 'timers' | 'patience'>,
  work: (call: Call) => Promise<T>,
  { bytes = 0, deletions = 0, signal, within }: Asking = {},
): Promise<T> {
  const attempt = patience.attempt + bytes / SLOWEST + deletions * DELETION_MS;
  const late = new AbortController();
  const signals = signal ? [late.signal, signal] : [late.signal];
  let stop = (): void => undefined;
  const silence = new Promise<never>((_, reject) => {
    stop = timers.after(within ?? 2.5 * attempt, () => {
      reject(failing('the store does not answer'));
      late.abort();
    });
  });
  const call = { abortSignal: AbortSignal.any(signals), requestTimeout: attempt };
  try {
    return await Promise.race([work(call), silence]);
  } catch (error) {
    throw unavailable(error);
  } finally {
    stop();
  }
}
