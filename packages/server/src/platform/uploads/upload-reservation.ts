import type { Result } from '../result.ts';

/** Space reserved in a person's quota for the files of one request; disposing releases it. */
export interface Upload extends AsyncDisposable {
  readonly id: string;
  /**
   * Extends the reservation to `bytes` in total. Refused with `storage_full` or `too_many_uploads`; rejects with
   * `StorageUnavailableError` while the store accepts no uploads.
   */
  cover(bytes: number): Promise<Result<void, 'storage_full' | 'too_many_uploads'>>;
}

/** What is known about a request with files before its body is read. */
export interface ComingUpload {
  /** Announced bytes of the whole request; null without `Content-Length`. */
  readonly announced: number | null;
  /** Whether it may contain pack files, which stay reserved until a service takes them. */
  readonly waits: boolean;
}

/** Begins an upload of `ownerId`. Nothing is reserved before the first call of `cover`. */
export type BeginUpload = (ownerId: string, coming: ComingUpload) => Upload;
