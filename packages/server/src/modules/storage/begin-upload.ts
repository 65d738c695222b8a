import type { Database } from '../../platform/database/pool.ts';
import { ok, type Result } from '../../platform/result.ts';
import type { BeginUpload, UploadReservation } from '../../platform/uploads/upload-reservation.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Timers } from '../../ports/timers.ts';
import { checkUploadQuota, type StorageQuota } from './quota.ts';
import {
  lockStorage,
  readStorageUse,
  releaseReservation,
  renewReservation,
  reserveBytes,
} from './storage-store.ts';

export interface BeginUploadDeps {
  readonly database: Pick<Database, 'db' | 'transaction'>;
  readonly ids: Pick<Ids, 'uuid'>;
  readonly timers: Timers;
  readonly quota: StorageQuota;
  /** Rejects with `StorageUnavailableError` while the local disk has too little free space for uploads. */
  checkSpace(): Promise<void>;
}

/** Bytes by which the storage quota reserved for an upload of unknown length grows. */
const RESERVATION_STEP_BYTES = 1024 * 1024;
/** Ms between two renewals of the quota reservation of a running upload. */
const RENEWAL_INTERVAL_MS = 60_000;

interface UploadToReserve {
  readonly id: string;
  readonly ownerId: string;
  readonly bytes: number;
  readonly mayContainPackFiles: boolean;
}

/** Reserves storage quota for an upload. A lock makes one person's reservations run one by one, over all nodes. */
function reserveForUpload({ database, quota }: BeginUploadDeps, uploadToReserve: UploadToReserve) {
  return database.transaction(async (tx) => {
    await lockStorage(tx, uploadToReserve.ownerId);
    const otherStorageUse = await readStorageUse(tx, uploadToReserve.ownerId, uploadToReserve.id);
    const quotaResult = checkUploadQuota(quota, otherStorageUse, uploadToReserve);
    if (quotaResult.ok) await reserveBytes(tx, uploadToReserve);
    return quotaResult;
  });
}

/** Renews the quota reservation of an upload regularly, until the returned function is called. */
function startReservationRenewal(
  { database, timers }: BeginUploadDeps,
  reservationId: string,
): () => void {
  let stopTimer = (): void => undefined;
  const scheduleRenewal = (): void => {
    stopTimer = timers.after(RENEWAL_INTERVAL_MS, () => {
      scheduleRenewal();
      // A failed renewal is ignored: the reservation lasts longer than two renewal intervals.
      renewReservation(database.db, reservationId).catch(() => undefined);
    });
  };
  scheduleRenewal();
  return () => stopTimer();
}

/** Begins an upload. Its bytes are reserved in the database, so that the storage quota is enforced over all nodes. */
export const beginUpload =
  (deps: BeginUploadDeps): BeginUpload =>
  (ownerId, { announced, mayContainPackFiles }): UploadReservation => {
    const id = deps.ids.uuid();
    let currentReservation = 0;
    let stopRenewal: (() => void) | null = null;
    const cover = async (
      bytes: number,
    ): Promise<Result<void, 'storage_full' | 'too_many_uploads'>> => {
      await deps.checkSpace();
      if (bytes <= currentReservation) return ok();
      // From here on a reservation may exist in the database, even when reserving fails.
      stopRenewal ??= startReservationRenewal(deps, id);
      const reservedBytes = Math.max(
        bytes,
        announced ?? Math.ceil(bytes / RESERVATION_STEP_BYTES) * RESERVATION_STEP_BYTES,
      );
      const reservationResult = await reserveForUpload(deps, {
        id,
        ownerId,
        bytes: reservedBytes,
        mayContainPackFiles,
      });
      if (reservationResult.ok) currentReservation = reservedBytes;
      return reservationResult;
    };
    const dispose = async (): Promise<void> => {
      if (stopRenewal === null) return;
      stopRenewal();
      // A failure is ignored, because a reservation that cannot be deleted expires.
      await releaseReservation(deps.database.db, id).catch(() => undefined);
    };
    return { id, cover, [Symbol.asyncDispose]: dispose };
  };
