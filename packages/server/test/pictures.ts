import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Pictures for tests: honest ones, and ones meant to harm. */

/** A picture of one colour. */
export function plain(
  width: number,
  height: number,
  background: string | { r: number; g: number; b: number; alpha?: number } = '#2060c0',
) {
  return sharp({ create: { width, height, channels: 3, background } });
}

/** A small PNG for tests that only need some picture. */
export function pngPicture(): Promise<Buffer> {
  return plain(64, 48).png().toBuffer();
}

/** Left half red, right half blue; `orientation` is the EXIF tag. */
export function halves(width: number, height: number, orientation = 1) {
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
    .composite([
      {
        input: { create: { width: width / 2, height, channels: 3, background: '#0000ff' } },
        left: width / 2,
        top: 0,
      },
    ])
    .withMetadata({ orientation });
}

export function noise(width: number, height: number) {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
}

/** A chunk of a PNG file. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');

function pngHeader(
  width: number,
  height: number,
  depth: number,
  colour: number,
  interlaced: 0 | 1,
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, interlaced], 8);
  return pngChunk('IHDR', header);
}

/** A black PNG of one bit a pixel, whole and tiny for its size. */
export function pngBomb(width: number, height: number): Buffer {
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  return Buffer.concat([
    pngSignature,
    pngHeader(width, height, 1, 0, 0),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG that says it is `width` × `height` and holds next to nothing. */
export function pngOfEmptyPromises(width: number, height: number): Buffer {
  return Buffer.concat([
    pngSignature,
    pngHeader(width, height, 8, 6, 0),
    pngChunk('IDAT', deflateSync(Buffer.alloc(64))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Puts chunks into a PNG, right behind its header. */
export function withPngChunks(png: Buffer, ...chunks: readonly Buffer[]): Buffer {
  const afterHeader = 8 + 25;
  return Buffer.concat([png.subarray(0, afterHeader), ...chunks, png.subarray(afterHeader)]);
}

/** Puts segments of `marker` (0xe1 is EXIF and XMP) into a JPEG, right behind its beginning. */
export function withJpegSegments(
  jpeg: Buffer,
  marker: number,
  segments: readonly Buffer[],
): Buffer {
  const coded = segments.map((data) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(data.length + 2, 2);
    return Buffer.concat([head, data]);
  });
  return Buffer.concat([jpeg.subarray(0, 2), ...coded, jpeg.subarray(2)]);
}

/** A GIF of `frames` frames that say they are `width` × `height` and draw one pixel. */
export function gifOfFrames(frames: number, width = 1, height = 1): Buffer {
  const head = Buffer.from('47494638396100000000800000000000ffffff', 'hex');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  const frame = Buffer.from('21f90400010000002c0000000000000000000202440100', 'hex');
  frame.writeUInt16LE(width, 13);
  frame.writeUInt16LE(height, 15);
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from(';')]);
}

/** A JPEG as a phone takes it, with the place and the owner in EXIF and XMP. */
export function jpegWithGps(): Promise<Buffer> {
  const exif = {
    IFD0: { Make: 'Fone', Copyright: 'SEGREDO-COPYRIGHT' },
    IFD3: {
      GPSLatitudeRef: 'S',
      GPSLatitude: '23/1 33/1 1234/100',
      GPSLongitudeRef: 'W',
      GPSLongitude: '46/1 38/1 0/1',
      GPSMapDatum: 'SEGREDO-GPS',
    },
  };
  return noise(600, 400)
    .withExif(exif)
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SEGREDO-XMP</x:xmpmeta>')
    .withIccProfile('p3')
    .jpeg()
    .toBuffer();
}

/** The types of a WebP's chunks, in their order: `VP8 ` and so on. */
export function webpChunks(file: Buffer): string[] {
  const types: string[] = [];
  for (
    let at = 12;
    at < file.length;
    at += 8 + file.readUInt32LE(at + 4) + (file.readUInt32LE(at + 4) % 2)
  ) {
    types.push(file.toString('latin1', at, at + 4));
  }
  return types;
}
