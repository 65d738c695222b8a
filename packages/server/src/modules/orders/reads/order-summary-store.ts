import type { Db } from '../../../platform/database/pool.ts';
import { eq, type SQL, sql } from '../../../platform/database/query-builder.ts';
import { normalisePurchaseCode } from '../checkout/purchase-code.ts';
import { type OrderRow, orders } from '../orders-table.ts';

/** The columns of an order that other modules may read. */
export type OrderSummary = Pick<
  OrderRow,
  | 'id'
  | 'purchaseCode'
  | 'productName'
  | 'serviceId'
  | 'buyerId'
  | 'sellerId'
  | 'adult'
  | 'serviceStatus'
  | 'reviewed'
> & { readonly isFree: boolean };

async function findOrderSummaryWhere(db: Db, condition: SQL): Promise<OrderSummary | null> {
  const rows = await db
    .select({
      id: orders.id,
      purchaseCode: orders.purchaseCode,
      productName: orders.productName,
      serviceId: orders.serviceId,
      buyerId: orders.buyerId,
      sellerId: orders.sellerId,
      isFree: sql<boolean>`amount_due(${orders}) = 0`,
      adult: orders.adult,
      serviceStatus: orders.serviceStatus,
      reviewed: orders.reviewed,
    })
    .from(orders)
    .where(condition);
  return rows[0] ?? null;
}

/** Reads one order for another module. It checks no access: the caller must. */
export const findOrderSummary = (db: Db, orderId: string): Promise<OrderSummary | null> =>
  findOrderSummaryWhere(db, eq(orders.id, orderId));

/** Reads the order with this purchase code, in upper or lower case. It checks no access: the caller must. */
export const findOrderSummaryByCode = (db: Db, code: string): Promise<OrderSummary | null> =>
  findOrderSummaryWhere(db, eq(orders.purchaseCode, normalisePurchaseCode(code)));
