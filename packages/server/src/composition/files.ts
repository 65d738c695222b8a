import { openDiskFileStore } from '../adapters/disk/index.ts';
import type { Config } from '../config/index.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/file-store.ts';
import { systemTimers, type Timers } from '../ports/timers.ts';

/** Location of the uploaded files, and how many bytes must stay free on the volume of `filesDir`; 0 by default. */
type FilesConfig = Pick<Config, 'bucket' | 'filesDir'> & Partial<Pick<Config, 'minFreeDiskBytes'>>;

/** Opens the configured store of uploaded files: the bucket if one is set, else the folder. */
export async function openFileStore(
  { bucket, filesDir, minFreeDiskBytes = 0 }: FilesConfig,
  clock: Clock,
  timers: Timers = systemTimers,
): Promise<FileStore> {
  if (!bucket) {
    return openDiskFileStore({ directory: filesDir, clock, minFreeBytes: minFreeDiskBytes });
  }
  // The S3 client is large, so it is imported only with a bucket.
  const { openS3FileStore } = await import('../adapters/s3/index.ts');
  return openS3FileStore({ ...bucket, timers });
}
