import type { Person } from '../../platform/actor.ts';
import type { PaymentProvider } from '../../ports/payment-provider.ts';
import type { NotifiedOrder } from '../notifications/index.ts';
import { isFreeOrder } from './order-amount-columns.ts';
import type { OrderRow } from './orders-table.ts';

export type OrderRole = 'buyer' | 'seller' | 'admin';

/**
 * The role of a person in an order; null for a person who is neither buyer, seller nor administrator, who gets the
 * answer that the order does not exist.
 */
export function orderRoleOf(
  order: Pick<OrderRow, 'buyerId' | 'sellerId'>,
  actor: Person,
): OrderRole | null {
  if (order.buyerId === actor.uid) return 'buyer';
  if (order.sellerId === actor.uid) return 'seller';
  return actor.role === 'admin' ? 'admin' : null;
}

/**
 * Whether an order is paid through this provider. An order stays with its provider: another provider does not know it
 * and might have a different payment with the same id.
 */
export const isPaidThrough = (
  { name }: Pick<PaymentProvider, 'name'>,
  { provider }: Pick<OrderRow, 'provider'>,
): boolean => provider === name;

/** The order as notifications need it. */
export const toNotifiedOrder = (order: OrderRow): NotifiedOrder => ({
  ...order,
  isFree: isFreeOrder(order),
});
