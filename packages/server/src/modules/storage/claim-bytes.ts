import type { Db } from '../../platform/database/pool.ts';
import type { Result } from '../../platform/result.ts';
import { checkQuota, type StorageQuota } from './quota.ts';
import { consumeReservation, lockStorage, readStorageUse } from './storage-store.ts';

/** Bytes of a file that is about to be stored for a person. */
export interface BytesToClaim {
  readonly ownerId: string;
  readonly bytes: number;
  /** The upload whose reservation they consume; bytes beyond it need free quota. */
  readonly uploadId: string | undefined;
}

/**
 * Moves bytes from an upload's reservation to the account. Call it in the transaction that inserts the row
 * that counts them, before that insert, so that no byte is counted twice (ADR 0041).
 */
export type ClaimBytes = (tx: Db, bytes: BytesToClaim) => Promise<Result<void, 'storage_full'>>;

export const claimBytes =
  (quota: StorageQuota): ClaimBytes =>
  async (tx, { ownerId, bytes, uploadId }) => {
    await lockStorage(tx, ownerId);
    if (uploadId !== undefined) await consumeReservation(tx, uploadId, bytes);
    return checkQuota(quota, await readStorageUse(tx, ownerId), bytes);
  };
