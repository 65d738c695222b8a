import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { ok } from '../../platform/result.ts';
import type { StorageQuota } from './quota.ts';
import { readUse } from './storage-store.ts';

export interface GetStorageDeps {
  readonly database: Pick<Database, 'db'>;
  readonly quota: StorageQuota;
}

/** How much of their storage a person uses. */
export const getStorage =
  ({ database, quota: { limit, waitingLimit } }: GetStorageDeps) =>
  async ({ uid }: Person) => {
    const { used, waiting } = await readUse(database.db, uid);
    return ok({ used, waiting, limit, waitingLimit });
  };
