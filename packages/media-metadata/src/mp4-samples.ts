import { assertWellFormed, type ByteFile, type FileEdit } from './byte-file.ts';
import type { Mp4Box } from './mp4-boxes.ts';

/**
 * Maximum size of one sample table, in bytes. Tables are read only of tracks that contain measurements, such as
 * positions; such tracks have small tables.
 */
const MAX_TABLE_BYTES = 8 * 1024 * 1024;

/** The boxes of a track that locate its samples, by their type. */
export type SampleTables = ReadonlyMap<string, Mp4Box>;

/** Types of the boxes that belong to `SampleTables`. */
export const sampleTableTypes: ReadonlySet<string> = new Set([
  'stsz',
  'stz2',
  'stsc',
  'stco',
  'co64',
]);

/** Reads the content of a table after its version and flags; null when the track has no such table. */
async function readSampleTable(
  file: ByteFile,
  tables: SampleTables,
  type: string,
): Promise<Buffer | null> {
  const box = tables.get(type);
  if (!box) return null;
  const length = box.end - box.contentStart;
  assertWellFormed(length >= 8 && length <= MAX_TABLE_BYTES);
  return (await file.read(box.contentStart, length)).subarray(4);
}

/**
 * Reads the number of entries at the beginning of a table; throws unless the table has that many entries of `entrySize`
 * bytes.
 */
function readEntryCount(tableData: Buffer, entrySize: number): number {
  const count = tableData.readUInt32BE(0);
  assertWellFormed(4 + count * entrySize <= tableData.length);
  return count;
}

/** Reads where the chunks of a track begin; throws when there are more than `maxChunks`. */
async function readChunkOffsets(
  file: ByteFile,
  tables: SampleTables,
  maxChunks: number,
): Promise<number[]> {
  const smallOffsets = await readSampleTable(file, tables, 'stco');
  const table = smallOffsets ?? (await readSampleTable(file, tables, 'co64'));
  if (!table) return [];
  const length = readEntryCount(table, smallOffsets ? 4 : 8);
  assertWellFormed(length <= maxChunks);
  return Array.from({ length }, (_, i) =>
    smallOffsets ? table.readUInt32BE(4 + i * 4) : Number(table.readBigUInt64BE(4 + i * 8)),
  );
}

/**
 * Reads the box `stsz`; returns a function that computes the total size in bytes of `count` samples from number
 * `firstSample` on.
 */
async function readSampleSizes(file: ByteFile, tables: SampleTables) {
  const table = await readSampleTable(file, tables, 'stsz');
  // The compact form of the table is refused: no known camera writes it, and its samples could not be removed.
  assertWellFormed(table !== null && table.length >= 8);
  const fixedSize = table.readUInt32BE(0);
  const sampleCount = table.readUInt32BE(4);
  if (fixedSize === 0) assertWellFormed(8 + sampleCount * 4 <= table.length);
  return (firstSample: number, count: number): number => {
    const endSample = Math.min(firstSample + count, sampleCount);
    if (fixedSize > 0) return Math.max(0, endSample - firstSample) * fixedSize;
    let bytes = 0;
    for (let sample = firstSample; sample < endSample; sample += 1)
      bytes += table.readUInt32BE(8 + sample * 4);
    return bytes;
  };
}

/** Reads the number of samples in each of `chunkCount` chunks, by the box `stsc`. */
async function readSamplesPerChunk(file: ByteFile, tables: SampleTables, chunkCount: number) {
  const table = await readSampleTable(file, tables, 'stsc');
  assertWellFormed(table !== null);
  const runCount = readEntryCount(table, 12);
  const samplesPerChunk = new Uint32Array(chunkCount);
  for (let run = 0; run < runCount; run += 1) {
    const firstChunk = table.readUInt32BE(4 + run * 12) - 1;
    const nextFirstChunk =
      run + 1 < runCount ? table.readUInt32BE(4 + (run + 1) * 12) - 1 : chunkCount;
    assertWellFormed(firstChunk >= 0 && nextFirstChunk >= firstChunk);
    samplesPerChunk.fill(
      table.readUInt32BE(8 + run * 12),
      firstChunk,
      Math.min(nextFirstChunk, chunkCount),
    );
  }
  return samplesPerChunk;
}

/**
 * Plans the edits that overwrite all samples of a track with zeros, one for each chunk; throws when the track has more
 * than `maxChunks`.
 */
export async function editsToEmptySamples(
  file: ByteFile,
  tables: SampleTables,
  maxChunks: number,
): Promise<FileEdit[]> {
  const offsets = await readChunkOffsets(file, tables, maxChunks);
  if (offsets.length === 0) return [];
  const bytesOf = await readSampleSizes(file, tables);
  const samplesPerChunk = await readSamplesPerChunk(file, tables, offsets.length);
  const edits: FileEdit[] = [];
  let firstSample = 0;
  for (const [chunk, offset] of offsets.entries()) {
    const count = samplesPerChunk[chunk] ?? 0;
    const zeros = bytesOf(firstSample, count);
    firstSample += count;
    assertWellFormed(offset + zeros <= file.size);
    if (zeros > 0) edits.push({ offset, zeros });
  }
  return edits;
}
