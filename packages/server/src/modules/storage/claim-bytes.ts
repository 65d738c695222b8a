import type { Db } from '../../platform/database/pool.ts';
import type { Result } from '../../platform/result.ts';
import { checkQuota, type StorageQuota } from './quota.ts';
import { consumeReservation, lockStorage, readStorageUse } from './storage-store.ts';

/** The size of a file that is about to be stored for a person. */
export interface BytesToClaim {
  readonly ownerId: string;
  readonly bytes: number;
  /** Id of the upload from whose reservation the bytes are taken; bytes beyond the reservation need free quota. */
  readonly uploadId: string | undefined;
}

/**
 * Reduces the reservation of an upload by the bytes of a file whose row is inserted in the same transaction. Call it
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
