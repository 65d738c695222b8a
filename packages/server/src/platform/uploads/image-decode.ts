import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileTypeFromFile } from 'file-type';
import sharp, { type OutputInfo, type Sharp, type SharpOptions } from 'sharp';
import { readLook } from './look.ts';

/** What to make of a picture. */
export interface ImageSpec {
  /** Pixels of width of the files wanted. */
  readonly widths: readonly number[];
  /** `square` cuts the middle out; `whole` keeps the form, at most three times as high as wide. */
  readonly shape: 'square' | 'whole';
  /** Width times height beyond which a picture is refused before it is decoded. */
  readonly maxPixels: number;
}

export interface ImageJob {
  /** The file as it was uploaded. */
  readonly input: string;
  /** An existing directory for the results. */
  readonly output: string;
  readonly spec: ImageSpec;
  /** Seconds of decoding after which the picture counts as too large. */
  readonly seconds: number;
}

/** One file made of a picture. */
export interface ImageVariant {
  /** The wanted width that this file answers for. */
  readonly width: number;
  readonly path: string;
  readonly bytes: number;
  /** Pixels it really has: a small picture is never enlarged. */
  readonly pixels: { readonly width: number; readonly height: number };
}

export interface DecodedImage {
  /** One for each wanted width, in that order; several may share a file. */
  readonly variants: readonly ImageVariant[];
  /** Pixels of the original, upright. */
  readonly width: number;
  readonly height: number;
  /** The colour that covers most of it, `#rrggbb`. */
  readonly placeholder: string;
  /** How the whole of it looks, also where a square is cut out: `readLook` in decimal digits, or null. */
  readonly look: string | null;
}

export type ImageRefusal = 'file_type' | 'file_too_large' | 'storage_unavailable';

export type DecodeOutcome =
  | { readonly ok: true; readonly image: DecodedImage }
  | { readonly ok: false; readonly code: ImageRefusal };

const formats: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  // Animated, of which the first frame is taken.
  ['image/apng', 'png'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
]);

/** Higher pictures than this many times their width are scaled down further. */
const maxRatio = 3;

/** Leaves libvips no other decoder than the four formats taken, and one thread. */
export function restrictDecoders(): void {
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegFile',
      'VipsForeignLoadPngFile',
      'VipsForeignLoadNsgifFile',
      'VipsForeignLoadWebpFile',
    ],
  });
}

class Refused extends Error {
  readonly code: ImageRefusal;

  constructor(code: ImageRefusal) {
    super(code);
    this.code = code;
  }
}

/**
 * Makes WebP files of a JPEG, PNG, GIF (its first frame) or WebP: upright, in sRGB, without any
 * metadata. The content alone decides what a file is. To be run where a crash does no harm.
 */
export async function decodeImage(job: ImageJob): Promise<DecodeOutcome> {
  try {
    await checkContent(job);
    return { ok: true, image: await makeVariants(job) };
  } catch (error) {
    return { ok: false, code: refusalOf(error) };
  }
}

function refusalOf(error: unknown): ImageRefusal {
  if (error instanceof Refused) return error.code;
  if (!(error instanceof Error)) return 'file_type';
  if ('errno' in error) return 'storage_unavailable';
  return /pixel limit|^timeout/.test(error.message) ? 'file_too_large' : 'file_type';
}

const optionsOf = ({ spec }: ImageJob): SharpOptions => ({
  limitInputPixels: spec.maxPixels,
  // Cut-off and broken pictures are refused; mere oddities, common in photos of phones, are not.
  failOn: 'error',
  autoOrient: true,
});

async function checkContent(job: ImageJob): Promise<void> {
  const type = await fileTypeFromFile(job.input);
  const expected = type && formats.get(type.mime);
  if (!expected) throw new Refused('file_type');
  // Reads the header alone.
  const { format, width, height } = await sharp(job.input, optionsOf(job)).metadata();
  if (format !== expected) throw new Refused('file_type');
  if (width * height > job.spec.maxPixels) throw new Refused('file_too_large');
}

async function makeVariants(job: ImageJob): Promise<DecodedImage> {
  const { spec } = job;
  const source = sharp(job.input, optionsOf(job)).timeout({ seconds: job.seconds });
  const { autoOrient } = await source.metadata();
  const original = { width: autoOrient.width, height: autoOrient.height };
  // Decoded once, at the largest size wanted; everything else is made from that.
  const data = await source
    .resize({ ...baseOf(original, spec), fit: cutOf(spec) })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const base: RawImage = { ...data, cut: cutOf(spec) };
  const made = new Map<string, Promise<ImageVariant>>();
  const variants: ImageVariant[] = [];
  for (const width of spec.widths) {
    const pixels = fit(base.info, width, spec.shape);
    const name = `${pixels.width}x${pixels.height}.webp`;
    const file = made.get(name) ?? encode(base, pixels, join(job.output, name));
    made.set(name, file);
    variants.push({ ...(await file), width });
  }
  const look = await readLook(open(base));
  const placeholder = await dominantColour(base);
  return { variants, ...original, placeholder, look: look?.toString() ?? null };
}

const cutOf = ({ shape }: ImageSpec): 'cover' | 'fill' => (shape === 'square' ? 'cover' : 'fill');

interface Pixels {
  readonly width: number;
  readonly height: number;
}

/** The size of a picture in a place `width` wide, never enlarged and never without extent. */
function fit({ width: w, height: h }: Pixels, width: number, shape: ImageSpec['shape']): Pixels {
  if (shape === 'square') {
    const side = Math.min(w, h, width);
    return { width: side, height: side };
  }
  const scale = Math.min(1, width / w, (width * maxRatio) / h);
  return { width: Math.max(1, Math.round(w * scale)), height: Math.max(1, Math.round(h * scale)) };
}

/**
 * The size to decode at. A square is cut out of the whole later, because the look is that of the
 * whole: beside the square as much is kept as makes it at most `maxRatio` times as long.
 */
function baseOf(original: Pixels, { widths, shape }: ImageSpec): Pixels {
  const wanted = fit(original, Math.max(...widths), shape);
  if (shape === 'whole') return wanted;
  const scale = wanted.width / Math.min(original.width, original.height);
  const along = (side: number) =>
    Math.max(wanted.width, Math.min(Math.round(side * scale), wanted.width * maxRatio));
  return { width: along(original.width), height: along(original.height) };
}

interface RawImage {
  readonly data: Buffer;
  readonly info: OutputInfo;
  /** How it comes into another form. */
  readonly cut: 'cover' | 'fill';
}

function open({ data, info: { width, height, channels } }: RawImage): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

async function encode(base: RawImage, pixels: Pixels, path: string): Promise<ImageVariant> {
  const data = await open(base)
    .resize({ ...pixels, fit: base.cut })
    .webp({ quality: 80 })
    .toBuffer();
  await writeFile(path, data, { flag: 'wx', mode: 0o600 });
  return { width: pixels.width, path, bytes: data.length, pixels };
}

async function dominantColour(base: RawImage): Promise<string> {
  const data = await open(base)
    .resize({ width: 32, height: 32, fit: base.cut })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { r, g, b } = (await open({ ...data, cut: base.cut }).stats()).dominant;
  return `#${[r, g, b].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
