import { limits } from '@guilda/contract/limits';
import type { ArchiveType } from '@guilda/contract/packs';
import { err, ok, type Result } from '../../../platform/result.ts';
import { type FormatReader, openByteFile, type Reading, UnsoundError } from './byte-file.ts';
import { readGif } from './gif.ts';
import { readJpeg } from './jpeg.ts';
import { readMp4 } from './mp4.ts';
import { readPng } from './png.ts';

/** How a format begins, and who reads it. */
const formats: readonly {
  readonly type: ArchiveType;
  begins(head: Buffer): boolean;
  readonly read: FormatReader;
}[] = [
  { type: 'image/jpeg', begins: (head) => hex(head, 3) === 'ffd8ff', read: readJpeg },
  { type: 'image/png', begins: (head) => hex(head, 8) === '89504e470d0a1a0a', read: readPng },
  { type: 'image/gif', begins: (head) => /^GIF8[79]a/.test(text(head)), read: readGif },
  { type: 'video/mp4', begins: (head) => text(head).slice(4, 8) === 'ftyp', read: readMp4 },
];

const hex = (head: Buffer, bytes: number) => head.toString('hex', 0, bytes);
const text = (head: Buffer) => head.toString('latin1');

/** A sound file of a pack, without metadata. */
export interface CleanArchive {
  /** By its content, whatever it was called (`product §12`). */
  readonly type: ArchiveType;
  /** Bytes. */
  readonly size: number;
  /** Upright, of images. */
  readonly pixels: Reading['pixels'];
}

export type CleanError = 'file_type' | 'file_too_large' | 'storage_unavailable';

/**
 * Decides what the file at `path` is, checks that it is whole and takes its metadata out, in place
 * and without touching picture or sound: no byte that tells where it was made stays. The
 * orientation of a JPEG stays. Contents are read here and there, never as a whole. `file_type` (not
 * one of the four formats, or not a sound one), `file_too_large` (too many pixels); then the file
 * is as it was.
 */
export async function cleanArchive(path: string): Promise<Result<CleanArchive, CleanError>> {
  try {
    return await clean(path);
  } catch (error) {
    if (error instanceof UnsoundError) return err('file_type');
    // Of all that is done here only the file system has error numbers.
    if (error instanceof Error && 'errno' in error) return err('storage_unavailable');
    throw error;
  }
}

async function clean(path: string): Promise<Result<CleanArchive, CleanError>> {
  await using file = await openByteFile(path);
  const { bytes } = file;
  const head = await bytes.read(0, 12);
  const format = formats.find(({ begins }) => begins(head));
  if (!format) return err('file_type');
  const { pixels, edits, end } = await format.read(bytes);
  if (pixels && pixels.width * pixels.height > limits.picturePixels) return err('file_too_large');
  await file.apply(edits, end);
  return ok({ type: format.type, size: end, pixels });
}
