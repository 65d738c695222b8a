import type { DeliveryPreferences } from '@guilda/contract/notifications/notification-delivery';
import type { Db } from '../../../platform/database/pool.ts';
import { eq } from '../../../platform/database/query-builder.ts';
import { deliverySettings } from './delivery-tables.ts';

/** Delivery preferences of people who have not chosen any. */
export const initialSettings: DeliveryPreferences = {
  topics: {
    messages: { push: true, email: true },
    orders: { push: true, email: true },
    community: { push: false, email: false },
    calls: { push: true, email: false },
  },
  quietHours: null,
  timeZone: 'America/Sao_Paulo',
};

/** Shortens a time of day as the database returns it: `22:00:00` becomes `22:00`. */
const toShortTime = (time: string) => time.slice(0, 5);

export async function readSettings(db: Db, uid: string): Promise<DeliveryPreferences> {
  const rows = await db.select().from(deliverySettings).where(eq(deliverySettings.uid, uid));
  const row = rows[0];
  if (!row) return initialSettings;
  const { topics, quietFrom: from, quietTo: to, timeZone } = row;
  const quietHours = from && to ? { from: toShortTime(from), to: toShortTime(to) } : null;
  return { topics, quietHours, timeZone };
}

export async function writeSettings(
  tx: Db,
  uid: string,
  settings: DeliveryPreferences,
): Promise<void> {
  const { topics, quietHours, timeZone } = settings;
  const row = {
    topics,
    quietFrom: quietHours?.from ?? null,
    quietTo: quietHours?.to ?? null,
    timeZone,
  };
  await tx
    .insert(deliverySettings)
    .values({ uid, ...row })
    .onConflictDoUpdate({ target: deliverySettings.uid, set: row });
}

export async function deleteSettingsOf(tx: Db, uid: string): Promise<void> {
  await tx.delete(deliverySettings).where(eq(deliverySettings.uid, uid));
}
