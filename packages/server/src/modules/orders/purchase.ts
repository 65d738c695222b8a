import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { type PaymentRow, payments } from './payments-table.ts';
import { normalisePurchaseCode } from './purchase-code.ts';

/** What other modules may know of an order. */
export type Purchase = Pick<
  PaymentRow,
  | 'id'
  | 'purchaseCode'
  | 'productName'
  | 'serviceId'
  | 'buyerId'
  | 'sellerId'
  | 'price'
  | 'adult'
  | 'serviceStatus'
  | 'reviewed'
>;

async function findPurchase(db: Db, which: SQL): Promise<Purchase | null> {
  const rows = await db
    .select({
      id: payments.id,
      purchaseCode: payments.purchaseCode,
      productName: payments.productName,
      serviceId: payments.serviceId,
      buyerId: payments.buyerId,
      sellerId: payments.sellerId,
      price: payments.price,
      adult: payments.adult,
      serviceStatus: payments.serviceStatus,
      reviewed: payments.reviewed,
    })
    .from(payments)
    .where(which);
  return rows[0] ?? null;
}

/** The facts of an order, whoever asks: the caller decides who may know them. */
export const purchaseOf = (db: Db, paymentId: string): Promise<Purchase | null> =>
  findPurchase(db, eq(payments.id, paymentId));

/** The order with this purchase code, in whatever case it was typed; the caller decides who may know. */
export const findPurchaseByCode = (db: Db, code: string): Promise<Purchase | null> =>
  findPurchase(db, eq(payments.purchaseCode, normalisePurchaseCode(code)));

/**
 * Notes on an order that its buyer has reviewed it, in the review's transaction. False, and nothing
 * has changed, unless the order is complete and not reviewed yet.
 */
export async function markReviewed(tx: Db, paymentId: string, rating: number): Promise<boolean> {
  const rows = await tx
    .update(payments)
    .set({ reviewed: true, rating, updatedAt: sql`clock_timestamp()` })
    .where(
      and(
        eq(payments.id, paymentId),
        eq(payments.serviceStatus, 'complete'),
        eq(payments.reviewed, false),
      ),
    )
    .returning({ id: payments.id });
  return rows.length > 0;
}
