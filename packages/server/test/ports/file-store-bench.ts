import { it } from 'vitest';
import type { FileStore } from '../../src/ports/file-store.ts';

/** A store under test and what the suite must be able to do to it from outside. */
export interface FileStoreBench {
  readonly store: FileStore;
  /** Names of everything the storage physically holds, unfinished writes included. */
  contents(): Promise<string[]>;
  /** Makes every further operation fail, as a lost disk or an unreachable bucket would. */
  breakStorage(): Promise<void>;
  /** Undoes `breakStorage`, with what was stored before still there. */
  repairStorage(): Promise<void>;
  close(): Promise<void>;
  /** Writes a file beside the storage, to be adopted; answers its path. */
  newFile(content: string): Promise<string>;
  /** Lets time pass for a storage that gives out addresses. */
  pass?(ms: number): void | Promise<void>;
}

/** Requirements of every storage, except those that a storage lists with a reason. */
export type StorageFeature =
  | 'a range of one byte'
  | 'writers of one key apart'
  | 'a large file'
  | 'an outage'
  | 'the end of an upload'
  | 'a second page';

/** Why a storage is not asked for something: what others wrote has faults that are not ours. */
export type MissingFeatures = Readonly<Partial<Record<StorageFeature, string>>>;

/** Properties of a storage that are known before it is created. */
export interface FileStoreTraits {
  /** Whether it gives out addresses of its own. */
  readonly direct?: boolean;
  readonly lacks?: MissingFeatures;
  /** Most memory of what came over a network and is not collected yet, in bytes. */
  readonly uncollected?: number;
}

/** A test of an optional feature of a storage; its skipped title contains the reason. */
export function asks(lacks: MissingFeatures, ability: StorageFeature) {
  return (name: string, test: () => Promise<void>, timeout?: number): void => {
    const why = lacks[ability];
    if (why === undefined) it(name, test, timeout);
    else it.skip(`${name} (${why})`, test);
  };
}
