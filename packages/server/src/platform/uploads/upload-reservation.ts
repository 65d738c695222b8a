import type { Result } from '../result.ts';

/** Space reserved in a person's quota for the files of one request; disposing releases it. */
export interface UploadReservation extends AsyncDisposable {
  readonly id: string;
  /**
   * Extends the reservation to `bytes` in total. Refused with `storage_full` or `too_many_uploads`; rejects with
   * `StorageUnavailableError` while the storage accepts no uploads.
   */
  cover(bytes: number): Promise<Result<void, 'storage_full' | 'too_many_uploads'>>;
}

/** Properties of a request with files that are known before its body is read. */
export interface ComingUpload {
  /** Length of the whole request as announced by `Content-Length`, in bytes; null without this header. */
  readonly announced: number | null;
  /** Whether the request may contain pack files, which count as waiting files until a service uses them. */
  readonly mayContainPackFiles: boolean;
}

/** Begins an upload of `ownerId`. No space is reserved before the first call of `cover`. */
export type BeginUpload = (ownerId: string, comingUpload: ComingUpload) => UploadReservation;
