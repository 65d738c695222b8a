import type { Readable } from 'node:stream';

/**
 * Where files are kept: a directory or a bucket. A key holds exactly one file, whole or not at all.
 *
 * Keys are made by us, never by a client: lower-case segments joined by `/`, the last one ending in
 * the extension of the file's type (`pictures/0192…/640.webp`). A key of another form is a bug and
 * throws `TypeError`. Every method rejects with `StorageUnavailableError` when the storage fails,
 * is full or cannot be reached.
 */
export interface FileStore {
  /**
   * Keeps the bytes that `body` gives under `key`, in place of what was there. When it resolves the file is
   * durable; when it rejects the key holds what it held before and nothing else is left behind. Only
   * a storage out of reach that falls silent at the very end leaves open which of the two files it has.
   * An error of `body` itself (a client that went away) is passed on unchanged.
   */
  put(key: string, body: Readable, facts: FileFacts): Promise<StoredFile>;
  /**
   * Keeps the local file at `path` under `key`, in place of what was there, without writing its
   * bytes a second time where the storage can take the file over as it is. When it resolves the
   * file is durable and nothing is left at `path`; when it rejects the key holds what it held before
   * and what is at `path` is the caller's to remove.
   */
  adopt(key: string, path: string, facts: FileFacts): Promise<void>;
  /**
   * The file, or null when there is none. The stream must be read to its end or destroyed.
   * `RangeError` when `range` starts at or beyond the end of the file: ask `stat` first.
   */
  get(key: string, options?: { readonly range?: ByteRange }): Promise<FoundFile | null>;
  /** Size and type of the file, or null when there is none. */
  stat(key: string): Promise<FileInfo | null>;
  /** Removes the file; one that is not there is no error. */
  delete(key: string): Promise<void>;
  /** Removes these files; those that are not there are no error. */
  deleteMany(keys: readonly string[]): Promise<void>;
  /** Removes every file whose key begins with `prefix`, which ends in `/`. */
  deletePrefix(prefix: string): Promise<void>;
  /** Resolves when files can be read and written, for `/readyz`. */
  ping(): Promise<void>;
  /**
   * Resolves while new files are taken; rejects while too little of the volume is free, or for a
   * moment after a bucket refused one. Files that are there are given all the same. Cheap enough to
   * be asked for every piece of an upload.
   */
  room(): Promise<void>;
  /** How the storage gives files out by itself; null where all their bytes come from `get`. */
  readonly direct: DirectReads | null;
}

/** Addresses at which the storage itself answers whoever holds them, players and browsers too. */
export interface DirectReads {
  /** The origin of all of them, for policies of pages. */
  readonly origin: string;
  /**
   * An address that gives the file of `key`, whole or a range of it, for a minute: of the key's type,
   * with `contentDisposition`, kept by no cache. It is good for `GET` alone. Whether the file is there
   * is not asked: without it the address answers 404. `StorageUnavailableError` when none can be made.
   */
  addressOf(key: string, answer: { readonly contentDisposition: string }): Promise<string>;
}

/** First and last byte wanted, both included; without `end`, up to the last byte of the file. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

export interface FileFacts {
  /** Media type by the file's content; it must be the one of the key's extension. */
  readonly contentType: string;
  /** Bytes that will come; another number of them fails the storing. */
  readonly size?: number;
}

export interface StoredFile {
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of the content in hexadecimal. */
  readonly sha256: string;
}

export interface FileInfo {
  /** Bytes of the whole file. */
  readonly size: number;
  readonly contentType: string;
}

export interface FoundFile extends FileInfo {
  readonly stream: Readable;
}

/** The storage failed, is full or cannot be reached: 503 `storage_unavailable`. */
export class StorageUnavailableError extends Error {
  readonly code = 'storage_unavailable';

  constructor(cause?: unknown) {
    super('The file storage is unavailable', { cause });
    this.name = 'StorageUnavailableError';
  }
}

/** Extension of a key → media type the file is served with. */
export const fileTypes: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  mp4: 'video/mp4',
  zip: 'application/zip',
};

const keyForm = /^(?:[a-z0-9][a-z0-9_-]*\/)*[a-z0-9][a-z0-9_-]*\.([a-z0-9]+)$/;
const prefixForm = /^(?:[a-z0-9][a-z0-9_-]*\/)+$/;
const maxKeyLength = 512;

/** The media type of a well-formed key; throws `TypeError` for any other. For adapters. */
export function typeOfKey(key: string): string {
  const extension = key.length <= maxKeyLength ? keyForm.exec(key)?.[1] : undefined;
  const type =
    extension !== undefined && Object.hasOwn(fileTypes, extension) && fileTypes[extension];
  if (!type) throw new TypeError('Malformed file key');
  return type;
}

/** Throws `TypeError` unless the key is well-formed and its extension says `contentType`. For adapters. */
export function assertKeyOfType(key: string, contentType: string): void {
  if (typeOfKey(key) !== contentType) throw new TypeError('The file key is of another type');
}

/** Throws `TypeError` unless `prefix` is made of whole key segments. For adapters. */
export function assertKeyPrefix(prefix: string): void {
  if (prefix.length > maxKeyLength || !prefixForm.test(prefix)) {
    throw new TypeError('Malformed file key prefix');
  }
}
