import type { Db } from '../../../platform/database/pool.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import { type OrderRow, orders } from '../orders-table.ts';

const now = sql`clock_timestamp()`;
const unpaid = sql`${orders.amountPaid} IS NULL`;

/** Chargebacks arrive for up to 180 days; a payment of an unpaid order arrives within days. */
const recheckEnded = sql`${orders.providerCheckoutId} IS NULL
  OR ${orders.createdAt} < ${now} - CASE WHEN ${unpaid} THEN interval '3 days'
    ELSE interval '180 days' END`;

/**
 * Takes up to `limit` orders whose lookup at the provider is due, and schedules their next one. Concurrent calls take
 * different orders.
 */
export const claimDueOrders = (db: Db, limit: number): Promise<OrderRow[]> =>
  db
    .update(orders)
    .set({ askAt: sql`CASE WHEN ${recheckEnded} THEN NULL ELSE ${now} + interval '1 day' END` })
    .where(
      sql`${orders.id} IN (SELECT id FROM ${orders} WHERE ask_at <= ${now}
        ORDER BY ask_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`,
    )
    .returning();
