import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { ok } from '../../platform/result.ts';
import type { StorageQuota } from './quota.ts';
import { readStorageUse } from './storage-store.ts';

export interface GetStorageDeps {
  readonly database: Pick<Database, 'db'>;
  readonly quota: StorageQuota;
}

/** The storage use and the limits of the actor, in bytes. */
export const getStorage =
  ({ database, quota: { limit, waitingLimit } }: GetStorageDeps) =>
  async ({ uid }: Person) => {
    const { used, waiting } = await readStorageUse(database.db, uid);
    return ok({ used, waiting, limit, waitingLimit });
  };
