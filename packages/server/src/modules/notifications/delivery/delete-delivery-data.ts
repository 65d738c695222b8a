import type { Db } from '../../../platform/database/pool.ts';
import { deleteReminderClaimOf } from './mail/missed-messages-store.ts';
import { deleteSubscriptionsOf } from './push/subscription-store.ts';
import { deleteSettingsOf } from './settings-store.ts';

/**
 * Deletes delivery preferences, push subscriptions and reminders of a person, in the transaction that closes the
 * account.
 */
export async function deleteDeliveryDataOf(tx: Db, uid: string): Promise<void> {
  await deleteSubscriptionsOf(tx, uid);
  await deleteSettingsOf(tx, uid);
  await deleteReminderClaimOf(tx, uid);
}
