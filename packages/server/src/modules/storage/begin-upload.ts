import type { Database } from '../../platform/database/pool.ts';
import { ok, type Result } from '../../platform/result.ts';
import type { BeginUpload, Upload } from '../../platform/uploads/room/upload.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Timers } from '../../ports/timers.ts';
import { roomForUpload, type StorageQuota } from './quota.ts';
import { holdBytes, letGo, lockStorage, readUse, renewHold } from './storage-store.ts';

export interface BeginUploadDeps {
  readonly database: Pick<Database, 'db' | 'transaction'>;
  readonly ids: Pick<Ids, 'uuid'>;
  readonly timers: Timers;
  readonly quota: StorageQuota;
  /** Rejects with `StorageUnavailableError` while nobody may upload. */
  room(): Promise<void>;
}

/** Bytes that are held at once for a request that does not say how many it has. */
const STEP = 1024 * 1024;
/** How often what is held is kept from ending, in ms. */
const RENEW_MS = 60_000;

interface Held {
  readonly id: string;
  readonly ownerId: string;
  readonly bytes: number;
  readonly waits: boolean;
}

/** Holds bytes for an upload in a turn with the person's others, on whatever node they are. */
function hold({ database, quota }: BeginUploadDeps, upload: Held) {
  return database.transaction(async (tx) => {
    await lockStorage(tx, upload.ownerId);
    const others = await readUse(tx, upload.ownerId, upload.id);
    const room = roomForUpload(quota, others, upload);
    if (room.ok) await holdBytes(tx, upload);
    return room;
  });
}

/** Keeps what is held for an upload from ending until the answered function is called. */
function keepRenewing({ database, timers }: BeginUploadDeps, id: string): () => void {
  let stop = (): void => undefined;
  const wait = (): void => {
    stop = timers.after(RENEW_MS, () => {
      wait();
      // Missed once or twice it still stands.
      renewHold(database.db, id).catch(() => undefined);
    });
  };
  wait();
  return () => stop();
}

/** Uploads that are counted in the database, so that a person's quota holds over all nodes. */
export const beginUpload =
  (deps: BeginUploadDeps): BeginUpload =>
  (ownerId, { announced, waits }): Upload => {
    const id = deps.ids.uuid();
    let held = 0;
    let stop: (() => void) | null = null;
    const cover = async (
      bytes: number,
    ): Promise<Result<void, 'storage_full' | 'too_many_uploads'>> => {
      await deps.room();
      if (bytes <= held) return ok();
      // From here on there may be a row, whatever comes of it.
      stop ??= keepRenewing(deps, id);
      const wanted = Math.max(bytes, announced ?? Math.ceil(bytes / STEP) * STEP);
      const room = await hold(deps, { id, ownerId, bytes: wanted, waits });
      if (room.ok) held = wanted;
      return room;
    };
    const dispose = async (): Promise<void> => {
      if (stop === null) return;
      stop();
      // A row that cannot be deleted ends by itself.
      await letGo(deps.database.db, id).catch(() => undefined);
    };
    return { id, cover, [Symbol.asyncDispose]: dispose };
  };
