import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileTypeFromFile } from 'file-type';
import sharp, { type OutputInfo, type Sharp, type SharpOptions } from 'sharp';
import { computePerceptualHash } from './perceptual-hash.ts';

/** The files to make from a picture. */
export interface ImageSpec {
  /** Widths of the files, in pixels. */
  readonly widths: readonly number[];
  /** `square` crops to the centre; `whole` keeps the aspect ratio, at most three times as high as wide. */
  readonly shape: 'square' | 'whole';
  /** Largest product of width and height; larger pictures are refused before they are decoded. */
  readonly maxPixels: number;
}

export interface ImageJob {
  /** Path of the uploaded file. */
  readonly input: string;
  /** Path of an existing directory for the results. */
  readonly output: string;
  readonly spec: ImageSpec;
  /** Decoding time in seconds after which the picture is refused as too large. */
  readonly seconds: number;
}

/** A file that was made from a picture. */
export interface ImageVariant {
  /** The requested width in pixels. */
  readonly width: number;
  readonly path: string;
  readonly bytes: number;
  /** Actual size in pixels, which can be smaller than requested: small pictures are not enlarged. */
  readonly pixels: { readonly width: number; readonly height: number };
}

export interface ConvertedImage {
  /** One variant for each requested width, in the order of `spec.widths`; several variants may share a file. */
  readonly variants: readonly ImageVariant[];
  /** Width in pixels of the original in upright orientation. */
  readonly width: number;
  /** Height in pixels of the original in upright orientation. */
  readonly height: number;
  /** Dominant colour of the picture as `#rrggbb`, shown until the picture is loaded. */
  readonly placeholder: string;
  /**
   * Perceptual hash of the whole picture (also for the shape `square`) in decimal digits; null for a picture with too
   * little contrast.
   */
  readonly perceptualHash: string | null;
}

export type ImageRefusal = 'file_type' | 'file_too_large' | 'storage_unavailable';

export type ConversionOutcome =
  | { readonly ok: true; readonly image: ConvertedImage }
  | { readonly ok: false; readonly code: ImageRefusal };

const formatTypes: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  // Of an animated PNG the first frame is used.
  ['image/apng', 'png'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
]);

/** Largest ratio of height to width; taller pictures are scaled down further. */
const MAX_SIDE_RATIO = 3;

/** Restricts libvips to the decoders of the four accepted formats and to one thread. */
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

class ImageRefusedError extends Error {
  readonly code: ImageRefusal;

  constructor(code: ImageRefusal) {
    super(code);
    this.code = code;
  }
}

/**
 * Converts a JPEG, PNG, GIF (first frame only) or WebP into upright sRGB WebP files without metadata. The format is
 * detected by the file's content. Runs in a worker process, because malicious pictures can crash a decoder.
 */
export async function convertImage(job: ImageJob): Promise<ConversionOutcome> {
  try {
    await checkContent(job);
    return { ok: true, image: await convertToVariants(job) };
  } catch (error) {
    return { ok: false, code: imageRefusalOf(error) };
  }
}

function imageRefusalOf(error: unknown): ImageRefusal {
  if (error instanceof ImageRefusedError) return error.code;
  if (!(error instanceof Error)) return 'file_type';
  if ('errno' in error) return 'storage_unavailable';
  return /pixel limit|^timeout/.test(error.message) ? 'file_too_large' : 'file_type';
}

const sharpOptionsOf = ({ spec }: ImageJob): SharpOptions => ({
  limitInputPixels: spec.maxPixels,
  // Truncated and broken pictures are refused; pictures with mere warnings, common in photos of phones, are accepted.
  failOn: 'error',
  autoOrient: true,
});

async function checkContent(job: ImageJob): Promise<void> {
  const type = await fileTypeFromFile(job.input);
  const expectedFormat = type && formatTypes.get(type.mime);
  if (!expectedFormat) throw new ImageRefusedError('file_type');
  // `metadata` only reads the file's header.
  const { format, width, height } = await sharp(job.input, sharpOptionsOf(job)).metadata();
  if (format !== expectedFormat) throw new ImageRefusedError('file_type');
  if (width * height > job.spec.maxPixels) throw new ImageRefusedError('file_too_large');
}

async function convertToVariants(job: ImageJob): Promise<ConvertedImage> {
  const { spec } = job;
  const source = sharp(job.input, sharpOptionsOf(job)).timeout({ seconds: job.seconds });
  const { autoOrient } = await source.metadata();
  const originalSize = { width: autoOrient.width, height: autoOrient.height };
  // The picture is decoded once at the largest requested size; all variants are made from that.
  const pixelData = await source
    .resize({ ...baseSizeOf(originalSize, spec), fit: cropModeOf(spec) })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const image: RawImage = { ...pixelData, crop: cropModeOf(spec) };
  const variantsByName = new Map<string, Promise<ImageVariant>>();
  const variants: ImageVariant[] = [];
  for (const width of spec.widths) {
    const pixels = fitToWidth(image.info, width, spec.shape);
    const name = `${pixels.width}x${pixels.height}.webp`;
    const variant =
      variantsByName.get(name) ?? encodeVariant(image, pixels, join(job.output, name));
    variantsByName.set(name, variant);
    variants.push({ ...(await variant), width });
  }
  const perceptualHash = await computePerceptualHash(openRawImage(image));
  const placeholder = await computeDominantColour(image);
  return {
    variants,
    ...originalSize,
    placeholder,
    perceptualHash: perceptualHash?.toString() ?? null,
  };
}

const cropModeOf = ({ shape }: ImageSpec): 'cover' | 'fill' =>
  shape === 'square' ? 'cover' : 'fill';

interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** The size of a picture scaled to `width`: never larger than the original, at least one pixel. */
function fitToWidth(
  { width: w, height: h }: PixelSize,
  width: number,
  shape: ImageSpec['shape'],
): PixelSize {
  if (shape === 'square') {
    const side = Math.min(w, h, width);
    return { width: side, height: side };
  }
  const scale = Math.min(1, width / w, (width * MAX_SIDE_RATIO) / h);
  return { width: Math.max(1, Math.round(w * scale)), height: Math.max(1, Math.round(h * scale)) };
}

/**
 * The size to decode a picture at. A square is cropped later, because the perceptual hash covers the whole picture; the
 * longer side is limited to `MAX_SIDE_RATIO` times the side of the square.
 */
function baseSizeOf(originalSize: PixelSize, { widths, shape }: ImageSpec): PixelSize {
  const largestSize = fitToWidth(originalSize, Math.max(...widths), shape);
  if (shape === 'whole') return largestSize;
  const scale = largestSize.width / Math.min(originalSize.width, originalSize.height);
  const limitOtherSide = (side: number) =>
    Math.max(
      largestSize.width,
      Math.min(Math.round(side * scale), largestSize.width * MAX_SIDE_RATIO),
    );
  return { width: limitOtherSide(originalSize.width), height: limitOtherSide(originalSize.height) };
}

interface RawImage {
  readonly data: Buffer;
  readonly info: OutputInfo;
  /** How the picture is fitted into another aspect ratio. */
  readonly crop: 'cover' | 'fill';
}

function openRawImage({ data, info: { width, height, channels } }: RawImage): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

async function encodeVariant(
  image: RawImage,
  pixels: PixelSize,
  path: string,
): Promise<ImageVariant> {
  const data = await openRawImage(image)
    .resize({ ...pixels, fit: image.crop })
    .webp({ quality: 80 })
    .toBuffer();
  await writeFile(path, data, { flag: 'wx', mode: 0o600 });
  return { width: pixels.width, path, bytes: data.length, pixels };
}

async function computeDominantColour(image: RawImage): Promise<string> {
  const data = await openRawImage(image)
    .resize({ width: 32, height: 32, fit: image.crop })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { r, g, b } = (await openRawImage({ ...data, crop: image.crop }).stats()).dominant;
  return `#${[r, g, b].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
