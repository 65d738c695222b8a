import { openDiskFileStore } from './adapters/disk/index.ts';
import type { Config } from './config/index.ts';
import type { Clock } from './ports/clock.ts';
import type { FileStore } from './ports/file-store.ts';
import { systemTimers, type Timers } from './ports/timers.ts';

/** Opens the store of uploaded files that the settings name: the bucket, else the folder. */
export async function openFiles(
  { bucket, filesDir }: Pick<Config, 'bucket' | 'filesDir'>,
  clock: Clock,
  timers: Timers = systemTimers,
): Promise<FileStore> {
  if (!bucket) return openDiskFileStore({ directory: filesDir, clock });
  // What speaks to a bucket is large, and is read only by programs that have one.
  const { openS3FileStore } = await import('./adapters/s3/index.ts');
  return openS3FileStore({ ...bucket, timers });
}
