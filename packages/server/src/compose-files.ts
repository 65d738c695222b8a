import { openDiskFileStore } from './adapters/disk/index.ts';
import type { Config } from './config/index.ts';
import type { Clock } from './ports/clock.ts';
import type { FileStore } from './ports/file-store.ts';

/** Opens the store of uploaded files that the settings name: the bucket, else the folder. */
export async function openFiles(
  { bucket, filesDir }: Pick<Config, 'bucket' | 'filesDir'>,
  clock: Clock,
): Promise<FileStore> {
  if (bucket) throw new Error('S3 comes next');
  return openDiskFileStore({ directory: filesDir, clock });
}
