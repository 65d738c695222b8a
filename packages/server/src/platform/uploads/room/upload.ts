import type { Result } from '../../result.ts';

/** Room for the files of one request, held in the name of a person; disposing gives it back. */
export interface Upload extends AsyncDisposable {
  readonly id: string;
  /**
   * Answers once so many bytes of the request in all may lie on a disk. `storage_full`,
   * `too_many_uploads`; rejects with `StorageUnavailableError` while nobody may upload.
   */
  cover(bytes: number): Promise<Result<void, 'storage_full' | 'too_many_uploads'>>;
}

/** What is known of a request with files before its body is read. */
export interface ComingUpload {
  /** Bytes of the whole request; null where it does not say. */
  readonly announced: number | null;
  /** Whether it may bring files of a pack; pictures are taken by what they are sent for. */
  readonly waits: boolean;
}

/** Begins an upload of `ownerId`. Nothing is held before the first bytes are to be covered. */
export type BeginUpload = (ownerId: string, coming: ComingUpload) => Upload;
