import type { Payment } from '@guilda/contract/orders';

/** What a person can do about an order. */
export type OrderAction =
  | 'start'
  | 'end'
  | 'pay'
  | 'cancel'
  | 'support'
  | 'refund'
  | 'review'
  | 'received'
  | 'pack'
  | 'details';

type Facts = Pick<
  Payment,
  'buyerId' | 'sellerId' | 'serviceStatus' | 'checkoutUrl' | 'reviewed' | 'type'
>;

/** Who looks at an order: one of its people, or the team. */
export interface Reader {
  readonly uid: string;
  readonly role: 'user' | 'admin';
}

const paid = ['awaiting_start', 'in_progress', 'complete'];

function asBuyer({ serviceStatus, checkoutUrl, reviewed, type }: Facts): OrderAction[] {
  const pack: OrderAction[] = type === 'media' && paid.includes(serviceStatus) ? ['pack'] : [];
  switch (serviceStatus) {
    case 'awaiting_payment':
      return checkoutUrl === null ? ['cancel'] : ['pay', 'cancel'];
    case 'awaiting_start':
      return [...pack, 'support'];
    case 'in_progress':
      return ['end', ...pack];
    case 'complete':
      return reviewed ? pack : ['review', ...pack];
    default:
      return [];
  }
}

function asSeller({ serviceStatus, reviewed }: Facts): OrderAction[] {
  if (serviceStatus === 'awaiting_start') return ['start', 'refund'];
  if (serviceStatus === 'in_progress') return ['end'];
  return serviceStatus === 'complete' && reviewed ? ['received'] : [];
}

function asTeam({ serviceStatus }: Facts): OrderAction[] {
  return serviceStatus === 'awaiting_start' || serviceStatus === 'in_progress' ? ['refund'] : [];
}

/**
 * Exactly what the order's state leaves to this person, the main thing first (`spec §6`, `product §5`).
 * Looking at its details is always possible and not listed.
 */
export function actionsOf(order: Facts, { uid, role }: Reader): readonly OrderAction[] {
  if (order.buyerId === uid) return asBuyer(order);
  if (order.sellerId === uid) return asSeller(order);
  return role === 'admin' ? asTeam(order) : [];
}
