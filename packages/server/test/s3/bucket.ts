import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openS3FileStore, type S3FileStoreOptions } from '../../src/adapters/s3/s3-file-store.ts';
import type { FileStore } from '../../src/ports/file-store.ts';
import { systemTimers } from '../../src/ports/timers.ts';
import type { FileStoreHarness, MissingFeatures } from '../ports/file-store-harness.ts';

/** An empty bucket of a store, with functions by which tests control it. */
export interface TestBucket extends Omit<FileStoreHarness, 'store' | 'newFile'> {
  readonly address: Pick<S3FileStoreOptions, 'bucket' | 'region' | 'endpoint' | 'keys'>;
}

/** Properties of an S3 store that the suites need. */
export interface S3Kind {
  readonly name: string;
  readonly lacks: MissingFeatures;
  /** Number of keys on one page of a list. */
  readonly pageSize: number;
  start(): Promise<TestBucket>;
}

export const openBucket = (
  { address }: TestBucket,
  changes: Partial<S3FileStoreOptions> = {},
): Promise<FileStore> =>
  openS3FileStore({ ...address, timers: systemTimers, directReads: true, ...changes });

/** The bucket with the functions that the suite of the port needs. */
export async function harnessOfBucket(bucket: TestBucket): Promise<FileStoreHarness> {
  const localFolder = await mkdtemp(join(tmpdir(), 'guilda-outside-'));
  return {
    ...bucket,
    store: await openBucket(bucket),
    newFile: async (content) => {
      const path = join(localFolder, randomUUID());
      await writeFile(path, content);
      return path;
    },
    close: async () => {
      await bucket.close();
      await rm(localFolder, { recursive: true, force: true });
    },
  };
}
