import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { createSemaphore } from '../../async/semaphore.ts';
import { err, ok, type Result } from '../../result.ts';
import type { TempDir } from '../temp-dir.ts';
import type { ConvertedImage, ImageSpec } from './convert-image.ts';
import { createWorkerPool, type WorkerPool } from './worker-pool.ts';
import type { JobResult } from './worker-process.ts';

export type { ImageSpec, ImageVariant } from './convert-image.ts';

/** The files made from a picture, in the temporary directory; disposing this object removes them. */
export interface ProcessedImage extends ConvertedImage, AsyncDisposable {}

/**
 * Why a picture was refused: `file_type` (415: not a picture of the four formats, broken or truncated),
 * `file_too_large` (413: too many pixels or too slow to decode), `rate_limited` (429: too many pictures are waiting),
 * `storage_unavailable` (503: no disk space for the results), `unavailable` (503: no worker).
 */
export type ImageError =
  | 'file_type'
  | 'file_too_large'
  | 'rate_limited'
  | 'storage_unavailable'
  | 'unavailable';

export interface ImageProcessor {
  /**
   * Checks the uploaded file at `path` by its content and makes upright WebP files without metadata in the widths of
   * `spec`. The uploaded file is not changed.
   */
  process(path: string, spec: ImageSpec): Promise<Result<ProcessedImage, ImageError>>;
  /** Kills the workers; running and waiting jobs end with `unavailable`. */
  close(): void;
}

export interface ImageProcessorOptions {
  readonly temp: TempDir;
  /** Number of pictures decoded concurrently, each in its own process. */
  readonly workers?: number;
  /** Number of processes of the node that share its cores; 1 by default. */
  readonly processes?: number;
  /** Number of pictures that may wait for a worker. */
  readonly maxWaiting?: number;
  /** Timeout for one picture in ms, without the wait for a worker. */
  readonly timeoutMs?: number;
  /** Milliseconds without a job after which a worker is ended. */
  readonly idleMs?: number;
}

/**
 * Creates a processor that decodes pictures in worker processes, a few at a time and at low priority: a decoder that
 * crashes, hangs or exhausts memory does not affect the server.
 */
export function createImageProcessor(options: ImageProcessorOptions): ImageProcessor {
  const { maxWaiting = 32, timeoutMs = 20_000, idleMs = 30_000, processes = 1 } = options;
  const semaphore = createSemaphore(
    options.workers ?? (availableParallelism() > 2 * processes ? 2 : 1),
    maxWaiting,
  );
  const pool = createWorkerPool(idleMs);
  return {
    process: async (path, spec) => {
      if (pool.closed()) return err('unavailable');
      if (!(await semaphore.acquire())) return err('rate_limited', { retryAfterMs: timeoutMs / 4 });
      try {
        if (pool.closed()) return err('unavailable');
        return await convertInWorker({ temp: options.temp, pool, timeoutMs }, path, spec);
      } finally {
        semaphore.release();
      }
    },
    close: () => pool.close(),
  };
}

interface ConversionDeps {
  readonly temp: TempDir;
  readonly pool: WorkerPool;
  readonly timeoutMs: number;
}

async function convertInWorker(
  { temp, pool, timeoutMs }: ConversionDeps,
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
  // The decoder's own timeout ends before the server kills the worker.
  const seconds = Math.max(1, Math.floor((timeoutMs * 0.75) / 1000));
  const jobResult = await pool.run((worker) =>
    worker.run({ input, output, spec, seconds }, timeoutMs),
  );
  if (jobResult.ok) return ok({ ...jobResult.image, [Symbol.asyncDispose]: remove });
  await remove();
  return err(imageErrorOf(jobResult, pool.closed()));
}

function imageErrorOf(
  failedResult: JobResult & { readonly ok: false },
  isClosed: boolean,
): ImageError {
  if (isClosed || failedResult.code === 'unavailable') return 'unavailable';
  if (failedResult.code === 'timeout') return 'file_too_large';
  // A crash means a broken picture: valid pictures do not crash a decoder.
  return failedResult.code === 'crashed' ? 'file_type' : failedResult.code;
}
