import { err, ok, type Result } from '../../platform/result.ts';

/** Storage limits of one account (`docs/product/limits.md`). */
export interface StorageQuota {
  /** Bytes of all stored files. */
  readonly limit: number;
  /** Bytes of files that wait for a service, running uploads included. */
  readonly waitingLimit: number;
  /** Concurrent uploads. */
  readonly uploads: number;
}

/** Current storage use of one account, in bytes. */
export interface StorageUse {
  /** Everything, waiting files and running uploads included. */
  readonly used: number;
  readonly waiting: number;
  /** Running uploads. */
  readonly uploads: number;
}

/** `Retry-After` of a refused upload, in ms. */
const RETRY_AFTER_MS = 5_000;

const waitingFilesFullText =
  'Há arquivos demais esperando um serviço. Publique o serviço ou remova alguns arquivos e tente de novo.';

/** Whether the account may store so many more bytes. */
export function checkQuota(
  { limit }: StorageQuota,
  { used }: StorageUse,
  bytes: number,
): Result<void, 'storage_full'> {
  return used + bytes > limit ? err('storage_full') : ok();
}

/**
 * Whether an upload may reserve so many more bytes. `waits`: the file will wait for a service, as pack files
 * do.
 */
export function checkUploadQuota(
  quota: StorageQuota,
  use: StorageUse,
  { bytes, waits }: { readonly bytes: number; readonly waits: boolean },
): Result<void, 'storage_full' | 'too_many_uploads'> {
  if (use.uploads >= quota.uploads)
    return err('too_many_uploads', { retryAfterMs: RETRY_AFTER_MS });
  const checked = checkQuota(quota, use, bytes);
  if (!checked.ok) return checked;
  if (!waits || use.waiting + bytes <= quota.waitingLimit) return ok();
  return err('storage_full', { message: waitingFilesFullText });
}
