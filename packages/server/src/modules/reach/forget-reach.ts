import type { Db } from '../../platform/database/pool.ts';
import { forgetMissed } from './missed-store.ts';
import { forgetSettings } from './settings-store.ts';
import { forgetSubscriptions } from './subscription-store.ts';

/** Forgets how a person was reached, in the transaction that closes the account. */
export async function forgetReachOf(tx: Db, uid: string): Promise<void> {
  await forgetSubscriptions(tx, uid);
  await forgetSettings(tx, uid);
  await forgetMissed(tx, uid);
}
