import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { err, ok, type Result } from '../result.ts';
import type { JobEnd } from './image-child.ts';
import type { DecodedImage, ImageSpec } from './image-decode.ts';
import { createImagePool, createTurns, type ImagePool } from './image-pool.ts';
import type { TempDir } from './temp-dir.ts';

export type { ImageSpec, ImageVariant } from './image-decode.ts';

/** The files made of a picture, in the temporary place; disposing removes them. */
export interface ProcessedImage extends DecodedImage, AsyncDisposable {}

/**
 * `file_type` (415: no picture, not one of the four formats, broken or cut off), `file_too_large`
 * (413: too many pixels, or too long in the decoding), `rate_limited` (429: too many wait),
 * `storage_unavailable` (503: no room for the results), `unavailable` (503: no decoder to be had).
 */
export type ImageError =
  | 'file_type'
  | 'file_too_large'
  | 'rate_limited'
  | 'storage_unavailable'
  | 'unavailable';

export interface ImageProcessor {
  /**
   * Checks the uploaded file at `path` by its content and makes upright WebP files without metadata
   * in the widths of `spec`. The uploaded file stays as it is.
   */
  process(path: string, spec: ImageSpec): Promise<Result<ProcessedImage, ImageError>>;
  /** Ends the workers; what is under way or waiting ends in `unavailable`. */
  close(): void;
}

export interface ImageProcessorOptions {
  readonly temp: TempDir;
  /** Pictures decoded at the same time, each by a process of its own. */
  readonly workers?: number;
  /** Pictures that may wait for their turn. */
  readonly maxWaiting?: number;
  /** Milliseconds for one picture, from its turn on. */
  readonly timeoutMs?: number;
  /** Milliseconds after which a worker without work is let go. */
  readonly idleMs?: number;
}

/**
 * Pictures are decoded outside this process, a few at a time and at low priority: a decoder that
 * crashes, hangs or eats memory takes nobody with it, and uploads do not slow other requests.
 */
export function createImageProcessor(options: ImageProcessorOptions): ImageProcessor {
  const { maxWaiting = 32, timeoutMs = 20_000, idleMs = 30_000 } = options;
  const turns = createTurns(options.workers ?? (availableParallelism() > 2 ? 2 : 1), maxWaiting);
  const pool = createImagePool(idleMs);
  return {
    process: async (path, spec) => {
      if (pool.closed()) return err('unavailable');
      if (!(await turns.take())) return err('rate_limited', { retryAfterMs: timeoutMs / 4 });
      try {
        if (pool.closed()) return err('unavailable');
        return await decode({ temp: options.temp, pool, timeoutMs }, path, spec);
      } finally {
        turns.pass();
      }
    },
    close: () => pool.close(),
  };
}

interface Means {
  readonly temp: TempDir;
  readonly pool: ImagePool;
  readonly timeoutMs: number;
}

async function decode(
  { temp, pool, timeoutMs }: Means,
  input: string,
  spec: ImageSpec,
): Promise<Result<ProcessedImage, ImageError>> {
  const output = temp.newPath();
  const remove = (): Promise<void> =>
    rm(output, { recursive: true, force: true }).catch(() => undefined);
  try {
    await mkdir(output, { mode: 0o700 });
  } catch {
    return err('storage_unavailable');
  }
  // The decoder should give up by itself before it is made to.
  const seconds = Math.max(1, Math.floor((timeoutMs * 0.75) / 1000));
  const end = await pool.run((child) => child.run({ input, output, spec, seconds }, timeoutMs));
  if (end.ok) return ok({ ...end.image, [Symbol.asyncDispose]: remove });
  await remove();
  return err(codeOf(end, pool.closed()));
}

function codeOf(end: JobEnd & { readonly ok: false }, closed: boolean): ImageError {
  if (closed || end.code === 'absent') return 'unavailable';
  if (end.code === 'late') return 'file_too_large';
  // No sound picture crashes a decoder.
  return end.code === 'crashed' ? 'file_type' : end.code;
}
