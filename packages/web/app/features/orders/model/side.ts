import type { Payment } from '@guilda/contract/orders';
import type { OrderRole } from './columns.ts';

/** The side of the table this person sits at; null for the team. */
export function sideOf(
  { buyerId, sellerId }: Pick<Payment, 'buyerId' | 'sellerId'>,
  uid: string,
): OrderRole | null {
  if (uid === buyerId) return 'buyer';
  return uid === sellerId ? 'seller' : null;
}
