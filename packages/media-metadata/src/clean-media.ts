import {
  type FormatReader,
  MalformedFileError,
  type MetadataReading,
  openEditableFile,
} from './byte-file.ts';
import { readGif } from './gif.ts';
import { readJpeg } from './jpeg.ts';
import { readMp4 } from './mp4.ts';
import { readPng } from './png.ts';

/** Media types of the recognised formats. */
export type MediaType = 'image/jpeg' | 'image/png' | 'image/gif' | 'video/mp4';

/** The recognised formats: the first bytes of each format and its reader. */
const mediaFormats: readonly {
  readonly type: MediaType;
  begins(head: Buffer): boolean;
  readonly read: FormatReader;
}[] = [
  { type: 'image/jpeg', begins: (head) => headAsHex(head, 3) === 'ffd8ff', read: readJpeg },
  { type: 'image/png', begins: (head) => headAsHex(head, 8) === '89504e470d0a1a0a', read: readPng },
  { type: 'image/gif', begins: (head) => /^GIF8[79]a/.test(headAsText(head)), read: readGif },
  { type: 'video/mp4', begins: (head) => headAsText(head).slice(4, 8) === 'ftyp', read: readMp4 },
];

const headAsHex = (head: Buffer, bytes: number) => head.toString('hex', 0, bytes);
const headAsText = (head: Buffer) => head.toString('latin1');

/** Properties of a complete file from which all metadata was removed. */
export interface CleanMedia {
  /** Media type, detected from the file's content; the file name is ignored. */
  readonly type: MediaType;
  /** Size of the file, in bytes. */
  readonly size: number;
  /** Width and height of an image in upright orientation, in pixels; null for videos. */
  readonly pixels: MetadataReading['pixels'];
}

/**
 * Why a file was refused:
 * - `file_type`: none of the formats, or malformed (see `MalformedFileError`);
 * - `file_too_large`: an image of more than `maxPixels`;
 * - `storage_unavailable`: the file system failed.
 */
export type CleanMediaError = 'file_type' | 'file_too_large' | 'storage_unavailable';

export type CleanMediaResult =
  | { readonly ok: true; readonly value: CleanMedia }
  | { readonly ok: false; readonly code: CleanMediaError };

export interface CleanMediaOptions {
  /** Maximum number of pixels; images with more are refused before any data is decoded. */
  readonly maxPixels: number;
}

const refusedWith = (code: CleanMediaError): CleanMediaResult => ({ ok: false, code });

/**
 * Recognises the format of the file at `path`, checks that the file is complete and removes its metadata in place, so
 * that the file no longer reveals where or with which device it was made. Picture and sound data are not changed, and a
 * JPEG keeps its orientation. The file is read in windows, never as a whole. A refused file is not changed.
 */
export async function cleanMedia(
  path: string,
  options: CleanMediaOptions,
): Promise<CleanMediaResult> {
  try {
    return await cleanOpenFile(path, options);
  } catch (error) {
    if (error instanceof MalformedFileError) return refusedWith('file_type');
    // Only errors of the file system have an `errno` here.
    if (error instanceof Error && 'errno' in error) return refusedWith('storage_unavailable');
    throw error;
  }
}

async function cleanOpenFile(
  path: string,
  { maxPixels }: CleanMediaOptions,
): Promise<CleanMediaResult> {
  await using file = await openEditableFile(path);
  const { bytes } = file;
  const firstBytes = await bytes.read(0, 12);
  const format = mediaFormats.find(({ begins }) => begins(firstBytes));
  if (!format) return refusedWith('file_type');
  const { pixels, edits, end } = await format.read(bytes);
  if (pixels && pixels.width * pixels.height > maxPixels) return refusedWith('file_too_large');
  await file.apply(edits, end);
  return { ok: true, value: { type: format.type, size: end, pixels } };
}
