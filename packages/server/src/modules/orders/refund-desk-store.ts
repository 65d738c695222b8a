import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/database/pool.ts';
import { type AuthorRow, authorColumnsOf, users } from '../users/index.ts';
import { type PaymentRow, payments, type RefundRow, refunds } from './payments-table.ts';

const buyers = alias(users, 'buyers');
const sellers = alias(users, 'sellers');

/** A refund with its order and its people. */
export interface RefundReading {
  readonly refund: RefundRow;
  readonly order: Pick<PaymentRow, 'purchaseCode' | 'productName'>;
  readonly buyer: AuthorRow;
  readonly seller: AuthorRow;
}

/** One refund for the team, those of closed accounts included, or null. */
export async function readRefundForTeam(db: Db, id: string): Promise<RefundReading | null> {
  const rows = await db
    .select({
      refund: refunds,
      order: { purchaseCode: payments.purchaseCode, productName: payments.productName },
      buyer: authorColumnsOf(buyers),
      seller: authorColumnsOf(sellers),
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(buyers, eq(buyers.uid, payments.buyerId))
    .innerJoin(sellers, eq(sellers.uid, payments.sellerId))
    .where(eq(refunds.id, id));
  return rows[0] ?? null;
}

const now = sql`clock_timestamp()`;
const failed = (id: string) => and(eq(refunds.id, id), eq(refunds.status, 'failed'));

/** Sets a failed refund under way again; false when it is not failed. */
export async function reopenRefund(tx: Db, id: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(refunds)
    .set({ status: 'pending', triedFrom: now, byTeam: true, updatedAt: now })
    .where(failed(id));
  return rowCount === 1;
}

/** Notes that a failed refund went back by another way; false when it is not failed. */
export async function settleByHand(tx: Db, id: string, settledBy: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(refunds)
    .set({ status: 'succeeded', settledBy, byTeam: true, updatedAt: now })
    .where(failed(id));
  return rowCount === 1;
}
