import type { Payment } from '@guilda/contract/orders';

/** What a person can do about an order by pressing a button on it. */
export type OrderAction = 'start' | 'end' | 'pay' | 'support' | 'review';

type Facts = Pick<Payment, 'buyerId' | 'sellerId' | 'serviceStatus' | 'checkoutUrl' | 'reviewed'>;

function asBuyer({ serviceStatus, checkoutUrl, reviewed }: Facts): OrderAction | null {
  if (serviceStatus === 'awaiting_payment') return checkoutUrl === null ? null : 'pay';
  if (serviceStatus === 'awaiting_start') return 'support';
  if (serviceStatus === 'in_progress') return 'end';
  return serviceStatus === 'complete' && !reviewed ? 'review' : null;
}

function asSeller({ serviceStatus }: Facts): OrderAction | null {
  if (serviceStatus === 'awaiting_start') return 'start';
  return serviceStatus === 'in_progress' ? 'end' : null;
}

/** The one action the order's state leaves to this person, if any (`spec §6`, `product §5`). */
export function actionOf(order: Facts, uid: string): OrderAction | null {
  if (order.buyerId === uid) return asBuyer(order);
  return order.sellerId === uid ? asSeller(order) : null;
}
