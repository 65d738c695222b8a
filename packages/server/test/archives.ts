import sharp from 'sharp';
import { pngChunk } from './pictures.ts';

/** Files of packs for tests: honest ones with metadata, and ones meant to harm. */

/** A text that stands for where a file was made: it must not be found in what is stored. */
export const PLACE = 'GPS-23.5505,-46.6333';

const u16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** A segment of a JPEG. */
export function jpegSegment(marker: number, payload: Buffer | string): Buffer {
  const data = Buffer.from(payload);
  return Buffer.concat([Buffer.from([0xff, marker]), u16(data.length + 2), data]);
}

/** An EXIF payload with an orientation and a place. */
export function exif(orientation: number): Buffer {
  const entry = Buffer.alloc(12);
  entry.writeUInt16LE(0x0112, 0);
  entry.writeUInt16LE(3, 2);
  entry.writeUInt32LE(1, 4);
  entry.writeUInt16LE(orientation, 8);
  const head = Buffer.from('Exif\0\0II*\0\x08\0\0\0\x01\0', 'latin1');
  return Buffer.concat([head, entry, Buffer.alloc(4), Buffer.from(PLACE)]);
}

/** A JPEG of 64 × 48 with a place wherever a JPEG can hold one. */
export async function placedJpeg(orientation = 6): Promise<Buffer> {
  const image = sharp({ create: { width: 64, height: 48, channels: 3, background: '#c06020' } });
  const plain = await image.jpeg({ progressive: true }).toBuffer();
  return Buffer.concat([
    plain.subarray(0, 2),
    jpegSegment(0xe1, exif(orientation)),
    jpegSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0<x>${PLACE}</x>`),
    jpegSegment(0xed, `Photoshop 3.0\0${PLACE}`),
    jpegSegment(0xe2, `MPF\0${PLACE}`),
    jpegSegment(0xfe, PLACE),
    plain.subarray(2),
    Buffer.from(`trailer ${PLACE}`),
  ]);
}

/** A PNG of 64 × 48 with a place in every chunk that takes text. */
export async function placedPng(): Promise<Buffer> {
  const image = sharp({ create: { width: 64, height: 48, channels: 4, background: '#2060c0' } });
  const plain = await image.png().toBuffer();
  // Right after the header: 8 bytes of signature and 25 of IHDR.
  return Buffer.concat([
    plain.subarray(0, 33),
    ...['tEXt', 'iTXt', 'zTXt', 'eXIf', 'caBX'].map((type) => pngChunk(type, Buffer.from(PLACE))),
    plain.subarray(33),
    Buffer.from(PLACE),
  ]);
}

/** A GIF of two frames with a place in a comment, in XMP and after its end. */
export async function placedGif(): Promise<Buffer> {
  const frame = (background: string) =>
    sharp({ create: { width: 20, height: 10, channels: 3, background } })
      .png()
      .toBuffer();
  const plain = await sharp([await frame('#f00'), await frame('#00f')], {
    join: { animated: true },
  })
    .gif({ loop: 0, delay: [100, 100] })
    .toBuffer();
  const xmp = Buffer.from(`<x:xmpmeta>${PLACE}${' '.repeat(600)}${PLACE}</x:xmpmeta>`);
  // As Adobe lays XMP out: the text stands bare, and a ramp leads every reader to its end.
  const ramp = Buffer.from([1, ...Array.from({ length: 256 }, (_, i) => 255 - i), 0]);
  const comment = Buffer.from(PLACE);
  // After the header and its colours; the loop and the frames follow.
  const flags = plain.readUInt8(10);
  const start = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  return Buffer.concat([
    plain.subarray(0, start),
    Buffer.from([0x21, 0xfe, comment.length]),
    comment,
    Buffer.from([0, 0x21, 0xff, 11]),
    Buffer.from('XMP DataXMP'),
    xmp,
    ramp,
    plain.subarray(start),
    Buffer.from(PLACE),
  ]);
}

/** A box of an MP4. */
export function box(type: string, ...content: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(content.map((part) => Buffer.from(part as string)));
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body]);
}

const full = (type: string, ...content: Buffer[]) => box(type, Buffer.alloc(4), ...content);

interface TrackFacts {
  readonly handler: string;
  /** Where its one sample lies in the file. */
  readonly offset: number;
  readonly bytes: number;
}

function track({ handler, offset, bytes }: TrackFacts): Buffer {
  const tables = box(
    'stbl',
    full('stsd', u32(0)),
    full('stts', u32(0)),
    full('stsc', u32(1), u32(1), u32(1), u32(1)),
    full('stsz', u32(0), u32(1), u32(bytes)),
    full('stco', u32(1), u32(offset)),
  );
  const hdlr = full('hdlr', u32(0), Buffer.from(handler), Buffer.alloc(13));
  const mdia = box('mdia', full('mdhd', Buffer.alloc(20)), hdlr, box('minf', tables));
  return box('trak', full('tkhd', Buffer.alloc(80)), mdia, box('udta', PLACE), box('meta', PLACE));
}

export interface Mp4Facts {
  readonly brand?: string;
  /** Bytes of the picture track's only sample. */
  readonly sample?: Buffer;
  /** Adds a track of positions, as action cameras do. */
  readonly telemetry?: boolean;
}

/** An MP4 as far as its structure goes, with a place wherever cameras write one. */
export function placedMp4(facts: Mp4Facts = {}): Buffer {
  const { brand = 'isom', sample = Buffer.alloc(1000, 0xab), telemetry = true } = facts;
  const positions = Buffer.from(`positions ${PLACE}`);
  const ftyp = box('ftyp', brand, u32(512), 'isommp42');
  const content = telemetry ? [sample, positions] : [sample];
  const start = ftyp.length + 8;
  const tracks = [
    track({ handler: 'vide', offset: start, bytes: sample.length }),
    ...(telemetry
      ? [track({ handler: 'meta', offset: start + sample.length, bytes: positions.length })]
      : []),
  ];
  return Buffer.concat([
    ftyp,
    box('mdat', ...content),
    box('moov', full('mvhd', Buffer.alloc(96)), ...tracks, box('udta', box('©xyz', PLACE))),
    box('uuid', Buffer.alloc(16, 0xbe), PLACE),
    box('free', PLACE),
    box('gps ', PLACE),
  ]);
}

/** A PNG whose header says 16,384 × 16,384 pixels. */
export async function hugePng(): Promise<Buffer> {
  const plain = await placedPng();
  const size = 16_384;
  const rest = plain.subarray(24, 29);
  const header = pngChunk('IHDR', Buffer.concat([u32(size), u32(size), rest]));
  return Buffer.concat([plain.subarray(0, 8), header, plain.subarray(33)]);
}
