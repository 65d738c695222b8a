import type { Readable } from 'node:stream';

/**
 * Storage for files: a directory or a bucket. A key has one complete file or none. Keys are made by the server, never
 * by a client: lower-case segments joined by `/`, ending with the extension of the file's type
 * (`pictures/0192…/640.webp`). A key in another format is a bug and throws `TypeError`. Every method rejects with
 * `StorageUnavailableError` when the storage fails, is full or cannot be reached.
 */
export interface FileStore {
  /**
   * Stores `body` under `key`, replacing an existing file. When this resolves, the file is durable; when it rejects, no
   * partial file remains and the key is unchanged. Exception: when the final answer of a remote storage was lost, the
   * key may have the new file. An error of `body` itself (a disconnected client) is passed on unchanged.
   */
  put(key: string, body: Readable, file: FileToStore): Promise<StoredFile>;
  /**
   * Moves the local file at `path` to `key`, replacing an existing file, if possible without copying its bytes. When
   * this resolves, the file is durable and `path` no longer exists; when it rejects, the key is unchanged and the
   * caller removes `path`.
   */
  adopt(key: string, path: string, file: FileToStore): Promise<void>;
  /**
   * Opens a file; null when it does not exist. The stream must be read to its end or destroyed. Throws `RangeError`
   * when `range` starts at or beyond the end of the file.
   */
  get(key: string, options?: { readonly range?: ByteRange }): Promise<FoundFile | null>;
  /** Size and type of a file; null when it does not exist. */
  stat(key: string): Promise<FileInfo | null>;
  /** Deletes a file; a missing file is not an error. */
  delete(key: string): Promise<void>;
  /** Deletes files; missing files are not an error. */
  deleteMany(keys: readonly string[]): Promise<void>;
  /** Deletes every file whose key begins with `prefix`; `prefix` ends with `/`. */
  deletePrefix(prefix: string): Promise<void>;
  /** Resolves when files can be read and written; called by `/readyz`. */
  ping(): Promise<void>;
  /**
   * Resolves while new files are accepted; rejects while the volume has too little free space, and for 30 s after a
   * bucket refused a file. Reading files is not affected. Cheap enough to be called for every chunk of an upload.
   */
  checkSpace(): Promise<void>;
  /** Creates presigned URLs for reading files; null when files can only be read through `get`. */
  readonly presignedUrls: PresignedUrls | null;
}

/** Presigned URLs at which the storage itself serves files. */
export interface PresignedUrls {
  /** Origin of the presigned URLs, for the Content-Security-Policy. */
  readonly origin: string;
  /**
   * Creates a URL for `GET` requests to the file of `key`, also with ranges, valid for a minute. The answer has
   * `contentDisposition` and the media type of the file, and must not be cached. For a missing file the URL answers
   * 404. Rejects with `StorageUnavailableError`.
   */
  urlOf(key: string, answer: { readonly contentDisposition: string }): Promise<string>;
}

/** Positions of the first and the last byte, both included; without `end`, the range extends to the end of the file. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

export interface FileToStore {
  /** Media type of the file's content; must match the extension of its key. */
  readonly contentType: string;
  /** Expected size in bytes; storing a file of another size rejects. */
  readonly size?: number;
}

export interface StoredFile {
  /** Size of the file in bytes. */
  readonly size: number;
  /** SHA-256 of the content in hexadecimal. */
  readonly sha256: string;
}

export interface FileInfo {
  /** Size of the whole file in bytes. */
  readonly size: number;
  readonly contentType: string;
}

export interface FoundFile extends FileInfo {
  readonly stream: Readable;
}

/** Thrown when the storage failed, is full or cannot be reached: 503 `storage_unavailable`. */
export class StorageUnavailableError extends Error {
  readonly code = 'storage_unavailable';

  constructor(cause?: unknown) {
    super('The file storage is unavailable', { cause });
    this.name = 'StorageUnavailableError';
  }
}

/** Media type of a file, by the extension of its key. */
export const fileTypes: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  mp4: 'video/mp4',
  zip: 'application/zip',
};

const keyPattern = /^(?:[a-z0-9][a-z0-9_-]*\/)*[a-z0-9][a-z0-9_-]*\.([a-z0-9]+)$/;
const prefixPattern = /^(?:[a-z0-9][a-z0-9_-]*\/)+$/;
const MAX_KEY_LENGTH = 512;

/** The media type of a valid key; throws `TypeError` for an invalid one. Used by adapters. */
export function contentTypeOfKey(key: string): string {
  const extension = key.length <= MAX_KEY_LENGTH ? keyPattern.exec(key)?.[1] : undefined;
  const type =
    extension !== undefined && Object.hasOwn(fileTypes, extension) && fileTypes[extension];
  if (!type) throw new TypeError('Malformed file key');
  return type;
}

/** Throws `TypeError` unless the key is valid and its extension matches `contentType`. Used by adapters. */
export function assertKeyOfType(key: string, contentType: string): void {
  if (contentTypeOfKey(key) !== contentType) throw new TypeError('The file key is of another type');
}

/** Throws `TypeError` unless `prefix` consists of whole key segments. Used by adapters. */
export function assertKeyPrefix(prefix: string): void {
  if (prefix.length > MAX_KEY_LENGTH || !prefixPattern.test(prefix)) {
    throw new TypeError('Malformed file key prefix');
  }
}
