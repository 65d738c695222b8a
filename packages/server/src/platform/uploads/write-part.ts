import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { StorageUnavailableError } from '../../ports/file-store.ts';

/** Bytes written at once: a write for each chunk of the network would take longer than the disk. */
const BATCH = 512 * 1024;

/**
 * Writes what `source` gives to a new file at `path` and answers how many bytes it were. Rejects
 * with the error that `check`, told the bytes so far, throws; with the source's own; and with
 * `StorageUnavailableError` when the disk fails or is full. What was written stays for the caller
 * to remove.
 */
export async function writePart(
  source: Readable,
  path: string,
  check: (bytes: number) => void,
): Promise<number> {
  const file = await storing(() => open(path, 'wx', 0o600));
  try {
    return await writeAll(source, file, check);
  } finally {
    await storing(() => file.close());
  }
}

async function writeAll(source: Readable, file: FileHandle, check: (bytes: number) => void) {
  let bytes = 0;
  let batch: Buffer[] = [];
  let waiting = 0;
  // While one batch is written the next one is taken in.
  let writing = Promise.resolve();
  const flush = async (): Promise<void> => {
    await writing;
    const full = batch;
    batch = [];
    waiting = 0;
    writing = storing(() => writeBatch(file, full));
    // Awaited with the next batch; a rejection before that is not unheard.
    writing.catch(() => undefined);
  };
  for await (const chunk of source as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    check(bytes);
    batch.push(chunk);
    waiting += chunk.length;
    if (waiting >= BATCH) await flush();
  }
  await flush();
  await writing;
  return bytes;
}

async function writeBatch(file: FileHandle, batch: readonly Buffer[]): Promise<void> {
  if (batch.length === 0) return;
  const wanted = batch.reduce((sum, { length }) => sum + length, 0);
  const { bytesWritten } = await file.writev(batch);
  // A disk that is nearly full takes a part; asked again it says why.
  if (bytesWritten < wanted) await file.appendFile(Buffer.concat(batch).subarray(bytesWritten));
}

async function storing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new StorageUnavailableError(error);
  }
}
