import {
  assertWellFormed,
  type ByteFile,
  type FileEdit,
  type MetadataReading,
} from './byte-file.ts';

const GIF_TRAILER = 0x3b;
const IMAGE_SEPARATOR = 0x2c;
const EXTENSION_INTRODUCER = 0x21;
const COMMENT_LABEL = 0xfe;
const APPLICATION_LABEL = 0xff;
const GRAPHIC_CONTROL_LABEL = 0xf9;
const MAX_BLOCKS = 200_000;
const MAX_EDITS = 10_000;
/** Maximum total size of the removed blocks of a file, in bytes; a file with more is refused. */
const MAX_METADATA_BYTES = 16 * 1024 * 1024;

/** Identifiers of the application blocks that a decoder needs: those for loops and the colour profile. */
const neededApplicationBlocks: ReadonlySet<string> = new Set([
  'NETSCAPE2.0',
  'ANIMEXTS1.0',
  'ICCRGBG1012',
]);

/** Size in bytes of the colour table that these flags announce. */
const colourTableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** Finds the end of the sub-blocks that begin at `offset`, after their terminator. */
async function findEndOfSubBlocks(file: ByteFile, offset: number): Promise<number> {
  let position = offset;
  for (;;) {
    const bytes = await file.at(position, 1);
    let index = 0;
    while (index < bytes.length) {
      const length = bytes.readUInt8(index);
      index += length + 1;
      if (length === 0) return position + index;
    }
    position += index;
  }
}

/**
 * Creates an empty comment of `length` bytes to overwrite an extension with. It has sub-blocks of its own, because the
 * data of an XMP extension is not divided into sub-blocks with lengths.
 */
function createEmptyComment(length: number): Buffer {
  const block = Buffer.alloc(length);
  block.writeUInt8(EXTENSION_INTRODUCER, 0);
  block.writeUInt8(COMMENT_LABEL, 1);
  let position = 2;
  for (let bytesLeft = length - 3; bytesLeft > 0; ) {
    // A sub-block has at least two bytes, so a single byte must not remain for the last one.
    const size = bytesLeft === 257 ? 255 : Math.min(256, bytesLeft);
    block.writeUInt8(size - 1, position);
    position += size;
    bytesLeft -= size;
  }
  return block;
}

/** Reads where an extension ends, and whether a decoder needs the extension. */
async function readExtension(file: ByteFile, offset: number) {
  const label = (await file.at(offset, 2)).readUInt8(1);
  const end = await findEndOfSubBlocks(file, offset + 2);
  // An extension of fewer than five bytes has no data to remove, so it stays like a needed one.
  if (label === GRAPHIC_CONTROL_LABEL || end - offset < 5) return { end, needed: true };
  if (label !== APPLICATION_LABEL || (await file.at(offset + 2, 1))[0] !== 11) {
    return { end, needed: false };
  }
  const name = (await file.at(offset + 3, 11)).toString('latin1', 0, 11);
  return { end, needed: neededApplicationBlocks.has(name) };
}

/** Reads a GIF by visiting every block; the decoder checks the compressed data later. */
export async function readGif(file: ByteFile): Promise<MetadataReading> {
  const header = await file.read(0, 13);
  assertWellFormed(/^GIF8[79]a/.test(header.toString('latin1', 0, 6)));
  const screen = { width: header.readUInt16LE(6), height: header.readUInt16LE(8) };
  const edits: FileEdit[] = [];
  let imageCount = 0;
  let metadataBytes = 0;
  let offset = 13 + colourTableBytes(header.readUInt8(10));
  for (let blockCount = 0; blockCount < MAX_BLOCKS && edits.length < MAX_EDITS; blockCount += 1) {
    const kind = (await file.at(offset, 1)).readUInt8(0);
    if (kind === GIF_TRAILER) {
      assertWellFormed(imageCount > 0 && screen.width > 0 && screen.height > 0);
      return { pixels: screen, edits, end: offset + 1 };
    }
    if (kind === IMAGE_SEPARATOR) {
      const { width, height, end } = await readImage(file, offset);
      screen.width = Math.max(screen.width, width);
      screen.height = Math.max(screen.height, height);
      imageCount += 1;
      offset = end;
    } else {
      assertWellFormed(kind === EXTENSION_INTRODUCER);
      const extension = await readExtension(file, offset);
      if (!extension.needed) {
        metadataBytes += extension.end - offset;
        assertWellFormed(metadataBytes <= MAX_METADATA_BYTES);
        edits.push({ offset, data: createEmptyComment(extension.end - offset) });
      }
      offset = extension.end;
    }
  }
  assertWellFormed(false);
}

async function readImage(file: ByteFile, offset: number) {
  const frameHeader = await file.at(offset, 10);
  const [left, top] = [frameHeader.readUInt16LE(1), frameHeader.readUInt16LE(3)];
  const [width, height] = [frameHeader.readUInt16LE(5), frameHeader.readUInt16LE(7)];
  const dataStart = offset + 10 + colourTableBytes(frameHeader.readUInt8(9));
  const codeSize = (await file.at(dataStart, 1)).readUInt8(0);
  assertWellFormed(width > 0 && height > 0 && codeSize >= 1 && codeSize <= 11);
  const end = await findEndOfSubBlocks(file, dataStart + 1);
  return { width: left + width, height: top + height, end };
}
