import type { Db } from '../../../platform/database/pool.ts';
import { alias, eq } from '../../../platform/database/query-builder.ts';
import { type AuthorRow, authorColumnsOf, users } from '../../users/index.ts';
import { type OrderRow, orders } from '../orders-table.ts';
import { type ChargebackRow, chargebacks } from './chargebacks-table.ts';

const buyers = alias(users, 'buyers');
const sellers = alias(users, 'sellers');

/** A chargeback with its order, buyer and seller. */
export interface ChargebackDetails {
  readonly chargeback: ChargebackRow;
  readonly order: Pick<OrderRow, 'purchaseCode' | 'productName' | 'serviceStatus' | 'provider'>;
  readonly buyer: AuthorRow;
  readonly seller: AuthorRow;
}

/** Reads one chargeback, also when buyer or seller closed the account; null when it does not exist. */
export async function findChargebackDetails(db: Db, id: string): Promise<ChargebackDetails | null> {
  const { purchaseCode, productName, serviceStatus, provider } = orders;
  const rows = await db
    .select({
      chargeback: chargebacks,
      order: { purchaseCode, productName, serviceStatus, provider },
      buyer: authorColumnsOf(buyers),
      seller: authorColumnsOf(sellers),
    })
    .from(chargebacks)
    .innerJoin(orders, eq(orders.id, chargebacks.orderId))
    .innerJoin(buyers, eq(buyers.uid, orders.buyerId))
    .innerJoin(sellers, eq(sellers.uid, orders.sellerId))
    .where(eq(chargebacks.id, id));
  return rows[0] ?? null;
}
