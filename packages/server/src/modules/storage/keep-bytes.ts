import type { Db } from '../../platform/database/pool.ts';
import type { Result } from '../../platform/result.ts';
import { roomFor, type StorageQuota } from './quota.ts';
import { lockStorage, readUse, takeOver } from './storage-store.ts';

/** Bytes that are about to be kept for a person. */
export interface BytesToKeep {
  readonly ownerId: string;
  readonly bytes: number;
  /** The upload whose held room they use up; what goes beyond it needs room of its own. */
  readonly uploadId: string | undefined;
}

/**
 * Asked in the transaction that writes down what is kept, before the row that counts it: that moves
 * from what is held for the upload to what the account keeps, and is never counted twice.
 */
export type KeepBytes = (tx: Db, bytes: BytesToKeep) => Promise<Result<void, 'storage_full'>>;

export const keepBytes =
  (quota: StorageQuota): KeepBytes =>
  async (tx, { ownerId, bytes, uploadId }) => {
    await lockStorage(tx, ownerId);
    if (uploadId !== undefined) await takeOver(tx, uploadId, bytes);
    return roomFor(quota, await readUse(tx, ownerId), bytes);
  };
