import { crc32 } from 'node:zlib';
import {
  assertWellFormed,
  type ByteFile,
  type FileEdit,
  type MetadataReading,
} from './byte-file.ts';

const PNG_SIGNATURE = '89504e470d0a1a0a';
const MAX_CHUNKS = 500_000;
const MAX_EDITS = 10_000;
/** Maximum size of one chunk of metadata, in bytes; a file with a larger one is refused. */
const MAX_METADATA_BYTES = 16 * 1024 * 1024;

/** Types of the chunks that a decoder needs, for picture, colours and frames. */
const neededChunkTypes: ReadonlySet<string> = new Set(
  (
    'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT ' +
    'acTL fcTL fdAT'
  ).split(' '),
);

/** Type of the chunks that replace removed ones: a private type that every decoder skips. */
const FILLER_CHUNK_TYPE = Buffer.from('nuLl', 'latin1');

interface PngChunk {
  readonly type: string;
  /** Position at which the chunk's data begins. */
  readonly start: number;
  /** Length of the chunk's data, in bytes. */
  readonly length: number;
}

async function readChunk(file: ByteFile, offset: number): Promise<PngChunk> {
  const header = await file.at(offset, 8);
  const length = header.readUInt32BE(0);
  const type = header.toString('latin1', 4, 8);
  assertWellFormed(/^[A-Za-z]{4}$/.test(type) && offset + 12 + length <= file.size);
  return { type, start: offset + 8, length };
}

const ZEROS = Buffer.alloc(64 * 1024);

function computeFillerChecksum(length: number): Buffer {
  let checksum = crc32(FILLER_CHUNK_TYPE);
  for (let zerosLeft = length; zerosLeft > 0; zerosLeft -= ZEROS.length) {
    checksum = crc32(zerosLeft < ZEROS.length ? ZEROS.subarray(0, zerosLeft) : ZEROS, checksum);
  }
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(checksum);
  return bytes;
}

function editsToEmptyChunk({ type, start, length }: PngChunk): FileEdit[] {
  // A chunk may be removed only if its type begins with a lower-case letter, which marks it as not critical.
  assertWellFormed(/^[a-z]/.test(type) && length <= MAX_METADATA_BYTES);
  return [
    { offset: start - 4, data: FILLER_CHUNK_TYPE },
    { offset: start, zeros: length },
    { offset: start + length, data: computeFillerChecksum(length) },
  ];
}

async function readHeader(file: ByteFile, { type, start, length }: PngChunk) {
  assertWellFormed(type === 'IHDR' && length === 13);
  const sizeFields = await file.at(start, 8);
  const [width, height] = [sizeFields.readUInt32BE(0), sizeFields.readUInt32BE(4)];
  assertWellFormed(width > 0 && height > 0 && width < 2 ** 31 && height < 2 ** 31);
  return { width, height };
}

/** Reads a PNG, also an animated one, by visiting every chunk; the decoder checks their contents later. */
export async function readPng(file: ByteFile): Promise<MetadataReading> {
  assertWellFormed((await file.at(0, 8)).toString('hex', 0, 8) === PNG_SIGNATURE);
  const header = await readChunk(file, 8);
  const pixels = await readHeader(file, header);
  const edits: FileEdit[] = [];
  let hasPictureData = false;
  let offset = header.start + header.length + 4;
  for (let chunkCount = 0; chunkCount < MAX_CHUNKS && edits.length < MAX_EDITS; chunkCount += 1) {
    const chunk = await readChunk(file, offset);
    offset = chunk.start + chunk.length + 4;
    if (chunk.type === 'IEND') {
      assertWellFormed(hasPictureData && chunk.length === 0);
      return { pixels, edits, end: offset };
    }
    assertWellFormed(chunk.type !== 'IHDR');
    if (chunk.type === 'IDAT') hasPictureData = true;
    if (!neededChunkTypes.has(chunk.type)) edits.push(...editsToEmptyChunk(chunk));
  }
  assertWellFormed(false);
}
