import { databaseNow } from '../../../platform/database/clock.ts';
import type { Db } from '../../../platform/database/pool.ts';
import { alias, and, eq, sql } from '../../../platform/database/query-builder.ts';
import { type AuthorRow, authorColumnsOf, users } from '../../users/index.ts';
import { type OrderRow, orders, type RefundRow, refunds } from '../orders-table.ts';

const buyers = alias(users, 'buyers');
const sellers = alias(users, 'sellers');

/** A refund with its order, buyer and seller. */
export interface RefundDetails {
  readonly refund: RefundRow;
  readonly order: Pick<OrderRow, 'purchaseCode' | 'productName'>;
  readonly buyer: AuthorRow;
  readonly seller: AuthorRow;
}

/** Reads one refund, also when buyer or seller closed the account; null when it does not exist. */
export async function findRefundDetails(db: Db, id: string): Promise<RefundDetails | null> {
  const rows = await db
    .select({
      refund: refunds,
      order: { purchaseCode: orders.purchaseCode, productName: orders.productName },
      buyer: authorColumnsOf(buyers),
      seller: authorColumnsOf(sellers),
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .innerJoin(buyers, eq(buyers.uid, orders.buyerId))
    .innerJoin(sellers, eq(sellers.uid, orders.sellerId))
    .where(eq(refunds.id, id));
  return rows[0] ?? null;
}

const isFailed = (id: string) => and(eq(refunds.id, id), eq(refunds.status, 'failed'));

/** Whether the refund has failed, so that the team must decide about it. */
export async function isFailedRefund(tx: Db, id: string): Promise<boolean> {
  return (await tx.$count(refunds, isFailed(id))) > 0;
}

/** Marks a failed refund as pending again; false when the refund is not failed. */
export async function reopenRefund(tx: Db, id: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(refunds)
    .set({
      status: 'pending',
      // Nodes of earlier versions keep the id of an attempt that the provider has finally refused.
      providerRefundId: sql`CASE WHEN ${refunds.attempt} = 0 THEN ${refunds.providerRefundId} END`,
      triedFrom: databaseNow,
      byTeam: true,
      updatedAt: databaseNow,
    })
    .where(isFailed(id));
  return rowCount === 1;
}

/** Marks a failed refund as paid in another way; false when the refund is not failed. */
export async function markSettledManually(tx: Db, id: string, settledBy: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(refunds)
    .set({ status: 'succeeded', settledBy, byTeam: true, updatedAt: databaseNow })
    .where(isFailed(id));
  return rowCount === 1;
}
