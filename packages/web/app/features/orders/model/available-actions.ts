import type { Payment } from '@guilda/contract/orders';

/** An action of a person on an order. */
export type ViewerOrderAction =
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

type ActionFields = Pick<
  Payment,
  'buyerId' | 'sellerId' | 'serviceStatus' | 'checkoutUrl' | 'reviewed' | 'type' | 'packOpened'
>;

/** The person who views an order: its buyer, its seller or a member of the team. */
export interface OrderViewer {
  readonly uid: string;
  readonly role: 'user' | 'admin';
}

const paidStatuses = ['awaiting_start', 'in_progress', 'complete'];

function buyerActions({
  serviceStatus,
  checkoutUrl,
  reviewed,
  type,
  packOpened,
}: ActionFields): ViewerOrderAction[] {
  const pack: ViewerOrderAction[] =
    type === 'media' && paidStatuses.includes(serviceStatus) ? ['pack'] : [];
  switch (serviceStatus) {
    case 'awaiting_payment':
      return checkoutUrl === null ? ['cancel'] : ['pay', 'cancel'];
    case 'awaiting_start':
      return packOpened ? [...pack, 'support'] : [...pack, 'support', 'refund'];
    case 'in_progress':
      return ['end', ...pack];
    case 'complete':
      return reviewed ? pack : ['review', ...pack];
    default:
      return [];
  }
}

function sellerActions({ serviceStatus, reviewed }: ActionFields): ViewerOrderAction[] {
  if (serviceStatus === 'awaiting_start') return ['start', 'refund'];
  if (serviceStatus === 'in_progress') return ['end'];
  return serviceStatus === 'complete' && reviewed ? ['received'] : [];
}

function teamActions({ serviceStatus }: ActionFields): ViewerOrderAction[] {
  return serviceStatus === 'awaiting_start' || serviceStatus === 'in_progress' ? ['refund'] : [];
}

/**
 * The actions that the order's status allows to this person, the main one first (`docs/product/orders.md`). Viewing the
 * history is always possible and therefore not included.
 */
export function availableActions(
  order: ActionFields,
  { uid, role }: OrderViewer,
): readonly ViewerOrderAction[] {
  if (order.buyerId === uid) return buyerActions(order);
  if (order.sellerId === uid) return sellerActions(order);
  return role === 'admin' ? teamActions(order) : [];
}
