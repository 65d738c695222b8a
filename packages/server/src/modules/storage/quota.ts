import { err, ok, type Result } from '../../platform/result.ts';

/** Storage limits of one account (`docs/product/limits.md`). */
export interface StorageQuota {
  /** Maximum bytes of all stored files. */
  readonly limit: number;
  /** Maximum bytes of running uploads and of pack files that no service uses yet (waiting files), together. */
  readonly waitingLimit: number;
  /** Maximum number of uploads at the same time. */
  readonly uploads: number;
}

/** Current storage use of one account, in bytes. */
export interface StorageUse {
  /** Bytes of all stored files and running uploads. */
  readonly used: number;
  /** Bytes of running uploads and of pack files that no service uses yet. */
  readonly waiting: number;
  /** Number of running uploads. */
  readonly uploads: number;
}

/** `Retry-After` of an upload that is refused because of too many uploads, in ms. */
const RETRY_AFTER_MS = 5_000;

const waitingFilesFullText =
  'Há arquivos demais esperando um serviço. Publique o serviço ou remova alguns arquivos e tente de novo.';

/** Checks whether the account may store the given number of further bytes. */
export function checkQuota(
  { limit }: StorageQuota,
  { used }: StorageUse,
  bytes: number,
): Result<void, 'storage_full'> {
  return used + bytes > limit ? err('storage_full') : ok();
}

/**
 * Checks whether an upload may reserve the given number of bytes. `mayContainPackFiles` is true for requests that may
 * contain files for a pack; for such requests the limit `waitingLimit` is checked too.
 */
export function checkUploadQuota(
  quota: StorageQuota,
  storageUse: StorageUse,
  { bytes, mayContainPackFiles }: { readonly bytes: number; readonly mayContainPackFiles: boolean },
): Result<void, 'storage_full' | 'too_many_uploads'> {
  if (storageUse.uploads >= quota.uploads)
    return err('too_many_uploads', { retryAfterMs: RETRY_AFTER_MS });
  const quotaResult = checkQuota(quota, storageUse, bytes);
  if (!quotaResult.ok) return quotaResult;
  if (!mayContainPackFiles || storageUse.waiting + bytes <= quota.waitingLimit) return ok();
  return err('storage_full', { message: waitingFilesFullText });
}
