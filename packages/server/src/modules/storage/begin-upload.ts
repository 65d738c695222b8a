import type { Database } from '../../platform/database/pool.ts';
import { ok, type Result } from '../../platform/result.ts';
import type { BeginUpload, Upload } from '../../platform/uploads/upload-reservation.ts';
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
  /** Rejects with `StorageUnavailableError` while the disk has too little space for uploads. */
  checkSpace(): Promise<void>;
}

/** Reservation step for a request that announces no length, in bytes. */
const RESERVATION_STEP_BYTES = 1024 * 1024;
/** Interval of renewals of a reservation, in ms. */
const RENEWAL_INTERVAL_MS = 60_000;

interface UploadToReserve {
  readonly id: string;
  readonly ownerId: string;
  readonly bytes: number;
  readonly waits: boolean;
}

/** Reserves bytes for an upload; the lock serializes the person's uploads over all nodes. */
function reserveForUpload({ database, quota }: BeginUploadDeps, upload: UploadToReserve) {
  return database.transaction(async (tx) => {
    await lockStorage(tx, upload.ownerId);
    const others = await readStorageUse(tx, upload.ownerId, upload.id);
    const claim = checkUploadQuota(quota, others, upload);
    if (claim.ok) await reserveBytes(tx, upload);
    return claim;
  });
}

/** Renews a reservation until the answered function is called. */
function keepRenewing({ database, timers }: BeginUploadDeps, id: string): () => void {
  let stop = (): void => undefined;
  const wait = (): void => {
    stop = timers.after(RENEWAL_INTERVAL_MS, () => {
      wait();
      // The reservation outlives one or two failed renewals.
      renewReservation(database.db, id).catch(() => undefined);
    });
  };
  wait();
  return () => stop();
}

/** Begins an upload whose bytes are reserved in the database, so that the quota holds over all nodes. */
export const beginUpload =
  (deps: BeginUploadDeps): BeginUpload =>
  (ownerId, { announced, waits }): Upload => {
    const id = deps.ids.uuid();
    let reserved = 0;
    let stop: (() => void) | null = null;
    const cover = async (
      bytes: number,
    ): Promise<Result<void, 'storage_full' | 'too_many_uploads'>> => {
      await deps.checkSpace();
      if (bytes <= reserved) return ok();
      // From here on a row may exist, even when reserving fails.
      stop ??= keepRenewing(deps, id);
      const wanted = Math.max(
        bytes,
        announced ?? Math.ceil(bytes / RESERVATION_STEP_BYTES) * RESERVATION_STEP_BYTES,
      );
      const claim = await reserveForUpload(deps, { id, ownerId, bytes: wanted, waits });
      if (claim.ok) reserved = wanted;
      return claim;
    };
    const dispose = async (): Promise<void> => {
      if (stop === null) return;
      stop();
      // A row that cannot be deleted expires.
      await releaseReservation(deps.database.db, id).catch(() => undefined);
    };
    return { id, cover, [Symbol.asyncDispose]: dispose };
  };
