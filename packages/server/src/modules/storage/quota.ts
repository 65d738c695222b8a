import { err, ok, type Result } from '../../platform/result.ts';

/** What the files of one person may take (`product §8`). */
export interface StorageQuota {
  /** Bytes of everything that the account keeps. */
  readonly limit: number;
  /** Bytes that no service has taken yet, uploads under way included. */
  readonly waitingLimit: number;
  /** Uploads under way at the same time. */
  readonly uploads: number;
}

/** What the files of one person take now, in bytes. */
export interface StorageUse {
  /** Everything, waiting files and uploads under way included. */
  readonly used: number;
  readonly waiting: number;
  /** Uploads under way. */
  readonly uploads: number;
}

/** Milliseconds after which one of several uploads may be over. */
const RETRY_MS = 5_000;

const waitingFull =
  'Há arquivos demais esperando um serviço. Publique o serviço ou remova alguns arquivos e tente de novo.';

/** Whether the account may keep so many bytes more. */
export function roomFor(
  { limit }: StorageQuota,
  { used }: StorageUse,
  bytes: number,
): Result<void, 'storage_full'> {
  return used + bytes > limit ? err('storage_full') : ok();
}

/**
 * Whether so many bytes more may be on their way into the account; `waits` tells whether a service has yet
 * to take them, as it has files of packs.
 */
export function roomForUpload(
  quota: StorageQuota,
  use: StorageUse,
  { bytes, waits }: { readonly bytes: number; readonly waits: boolean },
): Result<void, 'storage_full' | 'too_many_uploads'> {
  if (use.uploads >= quota.uploads) return err('too_many_uploads', { retryAfterMs: RETRY_MS });
  const room = roomFor(quota, use, bytes);
  if (!room.ok) return room;
  if (!waits || use.waiting + bytes <= quota.waitingLimit) return ok();
  return err('storage_full', { message: waitingFull });
}
