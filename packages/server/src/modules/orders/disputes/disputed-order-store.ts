import { limits } from '@guilda/contract/limits';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Db } from '../../../platform/database/pool.ts';
import { and, eq, isNotNull, isNull, sql } from '../../../platform/database/query-builder.ts';
import { type OrderRow, orders } from '../orders-table.ts';

const isDisputed = (orderId: string) =>
  and(eq(orders.id, orderId), isNotNull(orders.openDisputeId));

/**
 * Whether the clearing time of a completed order lasts, by the database's clock; false once it has passed, even if its
 * job has not made the money available yet. Lock the order first.
 */
export async function isOrderClearing(tx: Db, orderId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.id, orderId),
        eq(orders.serviceStatus, 'complete'),
        sql`${orders.heldUntil} > ${databaseNow}`,
      ),
    );
  return rows.length > 0;
}

/**
 * Marks an order as disputed and stops its clearing time, after which the seller could withdraw the money. Returns
 * false and changes nothing when a dispute is open already.
 */
export async function stopDisputedOrder(
  tx: Db,
  orderId: string,
  disputeId: string,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(orders)
    .set({ openDisputeId: disputeId, heldUntil: null, updatedAt: databaseNow })
    .where(and(eq(orders.id, orderId), isNull(orders.openDisputeId)));
  return rowCount === 1;
}

/**
 * Lets an order continue after its buyer withdrew the dispute. The clearing time of a completed order continues for the
 * time that was left, but for at least `limits.dispute.minClearingHours`. Null when no dispute is open.
 */
export async function resumeDisputedOrder(
  tx: Db,
  orderId: string,
  clearingLeft: string | null,
): Promise<OrderRow | null> {
  const minClearing = sql`make_interval(hours => ${limits.dispute.minClearingHours})`;
  const heldUntil =
    clearingLeft === null
      ? null
      : sql`${databaseNow} + greatest(${clearingLeft}::interval, ${minClearing})`;
  const rows = await tx
    .update(orders)
    .set({ openDisputeId: null, heldUntil, updatedAt: databaseNow })
    .where(isDisputed(orderId))
    .returning();
  return rows[0] ?? null;
}

/**
 * Ends the clearing time of a completed order after its dispute, which returned `refundedPart` centavos to the buyer.
 * Null when no dispute is open or the order is not complete.
 */
export async function endDisputedClearing(
  tx: Db,
  orderId: string,
  refundedPart: number,
): Promise<OrderRow | null> {
  const rows = await tx
    .update(orders)
    .set({ openDisputeId: null, refundedPart, updatedAt: databaseNow })
    .where(and(isDisputed(orderId), eq(orders.serviceStatus, 'complete')))
    .returning();
  return rows[0] ?? null;
}
