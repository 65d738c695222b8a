import { crc32 } from 'node:zlib';
import { type ByteFile, type Edit, type MetadataReading, mustBe } from './byte-file.ts';

const SIGNATURE = '89504e470d0a1a0a';
const MAX_CHUNKS = 500_000;
const MAX_EDITS = 10_000;
/** Limit for one chunk of metadata, in bytes; a file with a larger one is refused. */
const MAX_METADATA = 16 * 1024 * 1024;

/** The chunks that a decoder needs: picture, colours, frames. */
const needed: ReadonlySet<string> = new Set(
  (
    'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT ' +
    'acTL fcTL fdAT'
  ).split(' '),
);

/** Replaces removed chunks: a private type that every decoder skips. */
const FILLER = Buffer.from('nuLl', 'latin1');

interface Chunk {
  readonly type: string;
  /** Where its data begins, and its length. */
  readonly start: number;
  readonly length: number;
}

async function readChunk(file: ByteFile, offset: number): Promise<Chunk> {
  const head = await file.at(offset, 8);
  const length = head.readUInt32BE(0);
  const type = head.toString('latin1', 4, 8);
  mustBe(/^[A-Za-z]{4}$/.test(type) && offset + 12 + length <= file.size);
  return { type, start: offset + 8, length };
}

const ZEROS = Buffer.alloc(64 * 1024);

function fillerChecksum(length: number): Buffer {
  let sum = crc32(FILLER);
  for (let left = length; left > 0; left -= ZEROS.length) {
    sum = crc32(left < ZEROS.length ? ZEROS.subarray(0, left) : ZEROS, sum);
  }
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(sum);
  return bytes;
}

function emptied({ type, start, length }: Chunk): Edit[] {
  // A critical chunk of an unknown type cannot be skipped.
  mustBe(/^[a-z]/.test(type) && length <= MAX_METADATA);
  return [
    { offset: start - 4, data: FILLER },
    { offset: start, zeros: length },
    { offset: start + length, data: fillerChecksum(length) },
  ];
}

async function readHeader(file: ByteFile, { type, start, length }: Chunk) {
  mustBe(type === 'IHDR' && length === 13);
  const head = await file.at(start, 8);
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  mustBe(width > 0 && height > 0 && width < 2 ** 31 && height < 2 ** 31);
  return { width, height };
}

/** Reads a PNG, animated ones included: visits every chunk; their contents are checked by the decoder. */
export async function readPng(file: ByteFile): Promise<MetadataReading> {
  mustBe((await file.at(0, 8)).toString('hex', 0, 8) === SIGNATURE);
  const header = await readChunk(file, 8);
  const pixels = await readHeader(file, header);
  const edits: Edit[] = [];
  let data = false;
  let offset = header.start + header.length + 4;
  for (let count = 0; count < MAX_CHUNKS && edits.length < MAX_EDITS; count += 1) {
    const chunk = await readChunk(file, offset);
    offset = chunk.start + chunk.length + 4;
    if (chunk.type === 'IEND') {
      mustBe(data && chunk.length === 0);
      return { pixels, edits, end: offset };
    }
    mustBe(chunk.type !== 'IHDR');
    if (chunk.type === 'IDAT') data = true;
    if (!needed.has(chunk.type)) edits.push(...emptied(chunk));
  }
  mustBe(false);
}
