import { openDiskFileStore } from '../adapters/disk/index.ts';
import type { Config } from '../config/index.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/file-store.ts';
import { systemTimers, type Timers } from '../ports/timers.ts';

/** Location of files, and how much of their disk must stay free; none by default. */
type FilesConfig = Pick<Config, 'bucket' | 'filesDir'> & Partial<Pick<Config, 'minFreeDiskBytes'>>;

/** Opens the store of uploaded files that the settings name: the bucket, else the folder. */
export async function openFileStore(
  { bucket, filesDir, minFreeDiskBytes = 0 }: FilesConfig,
  clock: Clock,
  timers: Timers = systemTimers,
): Promise<FileStore> {
  if (!bucket) {
    return openDiskFileStore({ directory: filesDir, clock, minFreeBytes: minFreeDiskBytes });
  }
  // The S3 client is large, so only programs with a bucket load it.
  const { openS3FileStore } = await import('../adapters/s3/index.ts');
  return openS3FileStore({ ...bucket, timers });
}
