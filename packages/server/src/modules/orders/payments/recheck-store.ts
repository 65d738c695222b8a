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
 * Numbers of orders that one run looks up. Runs start every minute, and few requests at a time spare the provider; a
 * backlog is looked up within an hour, or as fast as the maximum allows.
 */
const BATCH = { min: 5, max: 50, runsForBacklog: 60 } as const;

/** The number of orders that a run looks up at most. */
export async function countOrdersOfRun(db: Db): Promise<number> {
  const { rows } = await db.execute<{ due: number }>(sql`SELECT count(*)::integer AS due
    FROM (SELECT FROM ${orders} WHERE ask_at <= ${databaseNow}
      LIMIT ${BATCH.max * BATCH.runsForBacklog}) AS due_orders`);
  const part = Math.floor((rows[0]?.due ?? 0) / BATCH.runsForBacklog);
  return Math.max(BATCH.min, Math.min(BATCH.max, part));
}

/**
 * Returns up to `limit` orders whose lookup at the provider is due, paid ones first, and schedules their next lookup.
 * Concurrent calls get different orders.
 */
export const claimOrdersToRecheck = (db: Db, limit: number): Promise<OrderRow[]> =>
  db
    .update(orders)
    .set({
      nextLookupAt: sql`CASE WHEN ${isRecheckingOver} THEN NULL ELSE ${databaseNow} + interval '1 day' END`,
    })
    .where(
      isAnyOf(
        orders.id,
        sql`SELECT id FROM ${orders} WHERE ask_at <= ${databaseNow}
        ORDER BY ${isUnpaid}, ask_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
      ),
    )
    .returning();
