import type { Db } from '../../platform/database/pool.ts';
import type { Result } from '../../platform/result.ts';
import { checkQuota, type StorageQuota } from './quota.ts';
import { consumeReservation, lockStorage, readStorageUse } from './storage-store.ts';

/** The size of a file that is about to be stored for a person. */
export interface BytesToClaim {
  readonly ownerId: string;
  readonly bytes: number;
  /** Id of the upload for which quota is reserved, if any; bytes beyond that reservation need free quota. */
  readonly uploadId: string | undefined;
}

/**
 * Reduces the quota reserved for an upload by the bytes of a file, whose row the same transaction inserts. Call it
 * before the insert, so that no byte is counted twice (ADR 0041).
 */
export type ClaimBytes = (tx: Db, bytes: BytesToClaim) => Promise<Result<void, 'storage_full'>>;

export const claimBytes =
  (quota: StorageQuota): ClaimBytes =>
  async (tx, { ownerId, bytes, uploadId }) => {
    await lockStorage(tx, ownerId);
    if (uploadId !== undefined) await consumeReservation(tx, uploadId, bytes);
    return checkQuota(quota, await readStorageUse(tx, ownerId), bytes);
  };
