import { it } from 'vitest';
import type { FileStore } from '../../src/ports/file-store.ts';

/** A file store under test, with functions by which the suite controls it from outside. */
export interface FileStoreHarness {
  readonly store: FileStore;
  /** Names of all stored files, including unfinished writes. */
  contents(): Promise<string[]>;
  /** Makes all further operations fail, like a lost disk or an unreachable bucket. */
  breakStorage(): Promise<void>;
  /** Undoes `breakStorage`; earlier files are available again. */
  repairStorage(): Promise<void>;
  close(): Promise<void>;
  /** Writes a local file to be adopted; returns its path. */
  newFile(content: string): Promise<string>;
  /** Lets `ms` pass by the clock that decides when presigned URLs expire. */
  advanceTime?(ms: number): void | Promise<void>;
}

/** Parts of the suite that a storage may skip when it names them in `lacks` with a reason. */
export type StorageFeature =
  | 'a range of one byte'
  | 'concurrent writers of one key'
  | 'a large file'
  | 'an outage'
  | 'cleaning up a failed upload'
  | 'a second page';

/** Reasons why a storage cannot pass parts of the suite: third-party software has its own faults. */
export type MissingFeatures = Readonly<Partial<Record<StorageFeature, string>>>;

/** Properties of a storage that are known before it is created. */
export interface FileStoreTraits {
  /** Whether the storage creates presigned URLs. */
  readonly hasPresignedUrls?: boolean;
  readonly lacks?: MissingFeatures;
}

/** Returns `it` for a part of the suite; when the storage lacks the feature, the test is skipped with the reason in its title. */
export function itIfSupported(lacks: MissingFeatures, feature: StorageFeature) {
  return (name: string, test: () => Promise<void>, timeout?: number): void => {
    const reason = lacks[feature];
    if (reason === undefined) it(name, test, timeout);
    else it.skip(`${name} (${reason})`, test);
  };
}
