import { type FileHandle, open } from 'node:fs/promises';

/** Maximum number of bytes of the file that are in memory at a time. */
const WINDOW_BYTES = 128 * 1024;

/** Random access to the bytes of a file, of which only one window is in memory. */
export interface ByteFile {
  /** Size of the file, in bytes. */
  readonly size: number;
  /**
   * Returns the bytes from `offset` on, at least `minLength` and at most 128 KiB of them, valid until the next call.
   * Throws `MalformedFileError` when the file has fewer than `minLength` bytes from there on.
   */
  at(offset: number, minLength: number): Promise<Buffer>;
  /** Returns a copy of exactly these bytes. Throws `MalformedFileError` when the file does not have all of them. */
  read(offset: number, length: number): Promise<Buffer>;
}

/**
 * Thrown when a file is truncated, breaks the rules of the format that its first bytes announce, or has so many parts
 * that reading them would take too much time or memory.
 */
export class MalformedFileError extends Error {}

/** Throws `MalformedFileError` unless `isWellFormed` is true. */
export function assertWellFormed(isWellFormed: boolean): asserts isWellFormed {
  if (!isWellFormed) throw new MalformedFileError('the file is not sound');
}

/** An edit that overwrites the bytes from `offset` on: with `data`, or with `zeros` zero bytes. */
export type FileEdit =
  | { readonly offset: number; readonly data: Buffer }
  | { readonly offset: number; readonly zeros: number };

/** What a format reader found out about a file: its picture size, its end, and the edits that remove its metadata. */
export interface MetadataReading {
  /** Width and height in pixels in upright orientation; null for videos. */
  readonly pixels: { readonly width: number; readonly height: number } | null;
  /** Edits that remove all metadata from the file. */
  readonly edits: readonly FileEdit[];
  /** Number of bytes that belong to the format; bytes after them are cut off. */
  readonly end: number;
}

/** Reads a file of one format and plans its edits; throws `MalformedFileError` when the file is malformed. */
export type FormatReader = (file: ByteFile) => Promise<MetadataReading>;

class WindowedFile implements ByteFile {
  readonly size: number;
  readonly #handle: FileHandle;
  readonly #window: Buffer;
  #start = 0;
  #length = 0;

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.size = size;
    this.#window = Buffer.allocUnsafe(Math.max(1, Math.min(WINDOW_BYTES, size)));
  }

  async at(offset: number, minLength: number): Promise<Buffer> {
    assertWellFormed(offset >= 0 && minLength <= WINDOW_BYTES && offset + minLength <= this.size);
    const windowOffset = offset - this.#start;
    if (windowOffset < 0 || windowOffset + minLength > this.#length)
      await this.#fill(offset, minLength);
    return this.#window.subarray(offset - this.#start, this.#length);
  }

  async read(offset: number, length: number): Promise<Buffer> {
    if (length <= WINDOW_BYTES)
      return Buffer.from((await this.at(offset, length)).subarray(0, length));
    assertWellFormed(offset >= 0 && offset + length <= this.size);
    const { buffer, bytesRead } = await this.#handle.read(Buffer.alloc(length), 0, length, offset);
    assertWellFormed(bytesRead === length);
    return buffer;
  }

  async #fill(offset: number, minLength: number): Promise<void> {
    this.#start = offset;
    this.#length = 0;
    while (this.#length < minLength) {
      const freeLength = this.#window.length - this.#length;
      const { bytesRead } = await this.#handle.read(
        this.#window,
        this.#length,
        freeLength,
        offset + this.#length,
      );
      assertWellFormed(bytesRead > 0);
      this.#length += bytesRead;
    }
  }
}

const ZEROS = Buffer.alloc(64 * 1024);

async function applyEdit(handle: FileHandle, edit: FileEdit): Promise<void> {
  if ('data' in edit) {
    await handle.write(edit.data, 0, edit.data.length, edit.offset);
    return;
  }
  for (let writtenBytes = 0; writtenBytes < edit.zeros; writtenBytes += ZEROS.length) {
    const length = Math.min(ZEROS.length, edit.zeros - writtenBytes);
    await handle.write(ZEROS, 0, length, edit.offset + writtenBytes);
  }
}

/** A file on disk that is first read and then edited in place. */
export interface EditableFile extends AsyncDisposable {
  readonly bytes: ByteFile;
  /** Applies `edits` and truncates the file to `end` bytes. */
  apply(edits: readonly FileEdit[], end: number): Promise<void>;
}

/** Opens a file for reading and editing; rejects with the file system's error. */
export async function openEditableFile(path: string): Promise<EditableFile> {
  const handle = await open(path, 'r+');
  try {
    const { size } = await handle.stat();
    return {
      bytes: new WindowedFile(handle, size),
      apply: async (edits, end) => {
        for (const edit of edits) await applyEdit(handle, edit);
        if (end < size) await handle.truncate(end);
      },
      [Symbol.asyncDispose]: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}
