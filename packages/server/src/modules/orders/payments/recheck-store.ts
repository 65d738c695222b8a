import { limits } from '@guilda/contract/limits';
import { isAnyOf } from '../../../platform/database/any-of.ts';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Db } from '../../../platform/database/pool.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import { type OrderRow, orders } from '../orders-table.ts';

const isUnpaid = sql`${orders.amountPaid} IS NULL`;

const { unpaid: unpaidDays, paid: paidDays } = limits.paymentLookupDays;

/** Condition: no further lookups are needed. */
const isRecheckingOver = sql`${orders.providerCheckoutId} IS NULL
  OR ${orders.createdAt} < ${databaseNow} - make_interval(days =>
    CASE WHEN ${isUnpaid} THEN ${unpaidDays}::integer ELSE ${paidDays}::integer END)`;

/**
 * Returns up to `limit` orders whose lookup at the provider is due, and schedules their next lookup. Concurrent calls
 * get different orders.
 */
export const claimOrdersToRecheck = (db: Db, limit: number): Promise<OrderRow[]> =>
  db
    .update(orders)
    .set({
      askAt: sql`CASE WHEN ${isRecheckingOver} THEN NULL ELSE ${databaseNow} + interval '1 day' END`,
    })
    .where(
      isAnyOf(
        orders.id,
        sql`SELECT id FROM ${orders} WHERE ask_at <= ${databaseNow}
        ORDER BY ask_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
      ),
    )
    .returning();
