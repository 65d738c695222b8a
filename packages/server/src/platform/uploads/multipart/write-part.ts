import { type FileHandle, open } from 'node:fs/promises';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StorageUnavailableError } from '../../../ports/file-store.ts';
import { collectYoungGarbage } from './collect-young-garbage.ts';

/** Bytes to collect while a write is running: one write for each chunk would be slower than the disk. */
const BUFFER_BYTES = 512 * 1024;
/**
 * Number of written bytes after which their buffers are garbage-collected, so that the memory is reused while it is
 * still mapped and cached.
 */
const COLLECT_EVERY_BYTES = 4 * 1024 * 1024;

/**
 * Writes `source` to a new file at `path` and resolves to its size. Rejects with an error of `checkSize`, which is
 * called with the total number of bytes before they are written; with an error of the source; and with
 * `StorageUnavailableError` when the disk fails or is full. The caller removes a partly written file.
 */
export async function writePart(
  source: Readable,
  path: string,
  checkSize: (bytes: number) => Promise<void>,
): Promise<number> {
  const file = await mapStorageErrors(() => open(path, 'wx', 0o600));
  let bytes = 0;
  let collectedBytes = 0;
  const write = async (batch: readonly Buffer[]): Promise<void> => {
    bytes += batchSizeOf(batch);
    await checkSize(bytes);
    await mapStorageErrors(() => writeBatch(file, batch));
    if (bytes - collectedBytes < COLLECT_EVERY_BYTES) return;
    collectedBytes = bytes;
    collectYoungGarbage();
  };
  try {
    await pipeline(source, createBatchSink(write));
    return bytes;
  } finally {
    await mapStorageErrors(() => file.close());
  }
}

/**
 * Creates a stream that writes chunks in batches: chunks that arrive during a write form the next batch, without being
 * copied.
 */
function createBatchSink(writeBuffers: (batch: readonly Buffer[]) => Promise<void>): Writable {
  return new Writable({
    highWaterMark: BUFFER_BYTES,
    write: (chunk: Buffer, _, done) => {
      writeBuffers([chunk]).then(() => done(), done);
    },
    writev: (chunks, done) => {
      writeBuffers(chunks.map(({ chunk }) => chunk)).then(() => done(), done);
    },
  });
}

const batchSizeOf = (batch: readonly Buffer[]) =>
  batch.reduce((sum, { length }) => sum + length, 0);

async function writeBatch(file: FileHandle, batch: readonly Buffer[]): Promise<void> {
  const { bytesWritten } = await file.writev(batch);
  if (bytesWritten === batchSizeOf(batch)) return;
  // A nearly full disk writes only a part of the batch; writing the rest then fails with the reason.
  await file.appendFile(Buffer.concat(batch).subarray(bytesWritten));
}

async function mapStorageErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new StorageUnavailableError(error);
  }
}
