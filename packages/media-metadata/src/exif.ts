/** EXIF tag of the orientation. */
const ORIENTATION_TAG = 0x0112;
/** EXIF code of the data type with 16 bits. */
const SHORT_TYPE = 3;

/** The orientation (1 to 8) in a TIFF structure; 1 when it contains none. Never throws for malformed data. */
export function readOrientation(tiffData: Buffer): number {
  if (tiffData.length < 14) return 1;
  const byteOrder = tiffData.toString('latin1', 0, 2);
  if (byteOrder !== 'II' && byteOrder !== 'MM') return 1;
  const isLittleEndian = byteOrder === 'II';
  const readUInt16 = (offset: number) =>
    isLittleEndian ? tiffData.readUInt16LE(offset) : tiffData.readUInt16BE(offset);
  const directoryOffset = isLittleEndian ? tiffData.readUInt32LE(4) : tiffData.readUInt32BE(4);
  if (directoryOffset + 2 > tiffData.length) return 1;
  const count = readUInt16(directoryOffset);
  for (let entryIndex = 0; entryIndex < count; entryIndex += 1) {
    const entryOffset = directoryOffset + 2 + entryIndex * 12;
    if (entryOffset + 12 > tiffData.length) return 1;
    if (readUInt16(entryOffset) !== ORIENTATION_TAG || readUInt16(entryOffset + 2) !== SHORT_TYPE)
      continue;
    const orientation = readUInt16(entryOffset + 8);
    return orientation >= 1 && orientation <= 8 ? orientation : 1;
  }
  return 1;
}

/** Creates an EXIF payload of a JPEG that contains only the orientation. */
export function exifWithOrientation(orientation: number): Buffer {
  const payload = Buffer.alloc(32);
  payload.write('Exif\0\0MM\0*', 0, 'latin1');
  payload.writeUInt32BE(8, 10);
  payload.writeUInt16BE(1, 14);
  payload.writeUInt16BE(ORIENTATION_TAG, 16);
  payload.writeUInt16BE(SHORT_TYPE, 18);
  payload.writeUInt32BE(1, 20);
  payload.writeUInt16BE(orientation, 24);
  return payload;
}
