import { crc32, inflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Buffer;
}

const END = Buffer.from('PK\x05\x06', 'latin1');
const DEFLATED = 8;

/** What a zip holds, by its central directory; fails where sizes or sums are wrong. */
export function zipEntries(zip: Buffer): ZipEntry[] {
  const end = zip.lastIndexOf(END);
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  return Array.from({ length: count }, () => {
    const [method, sum] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 16)];
    const [packed, size] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)];
    const [name, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field));
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const kept = zip.subarray(start, start + packed);
    const bytes = method === DEFLATED ? inflateRawSync(kept) : kept;
    if (bytes.length !== size || crc32(bytes) !== sum) throw new Error('the zip is not sound');
    const entry = { name: zip.toString('utf8', at + 46, at + 46 + (name ?? 0)), bytes };
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
    return entry;
  });
}
