import type { Person } from '../../platform/actor.ts';
import type { PaymentProvider } from '../../ports/payment-provider.ts';
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

/**
 * Whether an order is paid at this provider. An order keeps its provider for good: no other one knows
 * it, and what one says of an id of another's would be about something else.
 */
export const isPaidAt = (
  { name }: Pick<PaymentProvider, 'name'>,
  { provider }: Pick<PaymentRow, 'provider'>,
): boolean => provider === name;
