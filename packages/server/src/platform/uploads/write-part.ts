import { type FileHandle, open } from 'node:fs/promises';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StorageUnavailableError } from '../../ports/file-store.ts';
import { collectYoung } from './collect-young.ts';

/** Bytes that wait while others are written: a write for each piece would take longer than the disk. */
const WAITING = 512 * 1024;
/** Bytes after which the memory they came in is freed: with more, the next ones find none that is warm. */
const COLLECT_EVERY = 4 * 1024 * 1024;

/**
 * Writes what `source` gives to a new file at `path` and answers how many bytes it were. Rejects
 * with the error that `check`, told the bytes so far before they are written, throws; with the source's own; and with
 * `StorageUnavailableError` when the disk fails or is full. What was written stays for the caller
 * to remove.
 */
export async function writePart(
  source: Readable,
  path: string,
  check: (bytes: number) => Promise<void>,
): Promise<number> {
  const file = await storing(() => open(path, 'wx', 0o600));
  let bytes = 0;
  let collected = 0;
  const write = async (batch: readonly Buffer[]): Promise<void> => {
    bytes += sizeOf(batch);
    await check(bytes);
    await storing(() => writeBatch(file, batch));
    if (bytes - collected < COLLECT_EVERY) return;
    collected = bytes;
    collectYoung();
  };
  try {
    await pipeline(source, sinkOf(write));
    return bytes;
  } finally {
    await storing(() => file.close());
  }
}

/** What comes in while a batch is written is the next batch; nothing is copied. */
function sinkOf(write: (batch: readonly Buffer[]) => Promise<void>): Writable {
  return new Writable({
    highWaterMark: WAITING,
    write: (chunk: Buffer, _, done) => {
      write([chunk]).then(() => done(), done);
    },
    writev: (chunks, done) => {
      write(chunks.map(({ chunk }) => chunk)).then(() => done(), done);
    },
  });
}

const sizeOf = (batch: readonly Buffer[]) => batch.reduce((sum, { length }) => sum + length, 0);

async function writeBatch(file: FileHandle, batch: readonly Buffer[]): Promise<void> {
  const { bytesWritten } = await file.writev(batch);
  if (bytesWritten === sizeOf(batch)) return;
  // A disk that is nearly full takes a part; asked again it says why.
  await file.appendFile(Buffer.concat(batch).subarray(bytesWritten));
}

async function storing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new StorageUnavailableError(error);
  }
}
