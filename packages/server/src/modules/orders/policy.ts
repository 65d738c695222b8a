import type { Person } from '../../platform/actor.ts';
import type { PaymentRow } from './payments-table.ts';

export type Standing = 'buyer' | 'seller' | 'admin';

/** What a person is to an order; null for a stranger, to whom the order does not exist. */
export function standingIn(
  order: Pick<PaymentRow, 'buyerId' | 'sellerId'>,
  actor: Person,
): Standing | null {
  if (order.buyerId === actor.uid) return 'buyer';
  if (order.sellerId === actor.uid) return 'seller';
  return actor.role === 'admin' ? 'admin' : null;
}
