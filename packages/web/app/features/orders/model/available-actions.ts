import { soldStatuses } from '@guilda/contract/orders/order-statuses';
import type { Payment } from '@guilda/contract/orders/orders';
import { unresolvedDisputeOf } from '../../disputes/index.ts';
import { isFreeOrder } from './order-price.ts';

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
  | 'dispute'
  | 'contest'
  | 'offerPart'
  | 'returnAll'
  | 'acceptOffer'
  | 'withdrawDispute'
  | 'details';

type ActionFields = Pick<
  Payment,
  | 'buyerId'
  | 'sellerId'
  | 'serviceStatus'
  | 'checkoutUrl'
  | 'reviewed'
  | 'type'
  | 'packOpened'
  | 'price'
  | 'heldUntil'
  | 'dispute'
>;

/** The person who views an order: its buyer, its seller or a member of the team. */
export interface OrderViewer {
  readonly uid: string;
  readonly role: 'user' | 'admin';
}

/**
 * Whether the buyer can dispute the order: once, from its start until the seller can withdraw its money. A free order
 * cannot be disputed.
 */
export function isDisputable({
  serviceStatus,
  heldUntil,
  dispute,
  ...order
}: Pick<ActionFields, 'serviceStatus' | 'heldUntil' | 'dispute' | 'price'>): boolean {
  const isHeld =
    serviceStatus === 'in_progress' || (serviceStatus === 'complete' && heldUntil !== null);
  return isHeld && dispute === null && !isFreeOrder(order);
}

function buyerActions(order: ActionFields): ViewerOrderAction[] {
  const { serviceStatus, checkoutUrl, reviewed, type, packOpened } = order;
  const packActions: ViewerOrderAction[] =
    type === 'media' && soldStatuses.includes(serviceStatus) ? ['pack'] : [];
  const reviewActions: ViewerOrderAction[] = reviewed ? [] : ['review'];
  const disputeActions: ViewerOrderAction[] = isDisputable(order) ? ['dispute'] : [];
  switch (serviceStatus) {
    case 'awaiting_payment':
      return checkoutUrl === null ? ['cancel'] : ['pay', 'cancel'];
    case 'awaiting_start':
      return packOpened ? [...packActions, 'support'] : [...packActions, 'support', 'refund'];
    case 'in_progress':
      return ['end', ...packActions, ...disputeActions];
    case 'complete':
      return [...reviewActions, ...packActions, ...disputeActions];
    default:
      return [];
  }
}

function sellerActions({ serviceStatus, reviewed }: ActionFields): ViewerOrderAction[] {
  if (serviceStatus === 'awaiting_start') return ['start', 'refund'];
  if (serviceStatus === 'in_progress') return ['end'];
  return serviceStatus === 'complete' && reviewed ? ['received'] : [];
}

/** Actions of the buyer while the dispute is unresolved; ending and refunding the order are not possible then. */
function disputingBuyerActions(order: ActionFields): ViewerOrderAction[] {
  const remainingActions = buyerActions(order).filter(
    (each) => each === 'review' || each === 'pack',
  );
  const hasOffer = order.dispute?.answer?.offer != null;
  return [...(hasOffer ? (['acceptOffer'] as const) : []), ...remainingActions, 'withdrawDispute'];
}

/**
 * Actions of the seller while the dispute is unresolved. The seller can answer once, by contesting or by offering a
 * part; returning the whole price is possible until the dispute ends.
 */
function disputedSellerActions(order: ActionFields): ViewerOrderAction[] {
  const remainingActions = sellerActions(order).filter((each) => each === 'received');
  const answerActions = order.dispute?.state === 'open' ? (['contest', 'offerPart'] as const) : [];
  return [...answerActions, 'returnAll', ...remainingActions];
}

function teamActions({ serviceStatus }: ActionFields): ViewerOrderAction[] {
  return serviceStatus === 'awaiting_start' || serviceStatus === 'in_progress' ? ['refund'] : [];
}

const menuActions: ReadonlySet<ViewerOrderAction> = new Set(['cancel', 'refund', 'dispute']);

/**
 * Whether the action is in the menu of the order's card: actions that cancel, refund or dispute, and the review as long
 * as a dispute is unresolved.
 */
export const isMenuAction = (action: ViewerOrderAction, order: ActionFields): boolean =>
  menuActions.has(action) || (action === 'review' && unresolvedDisputeOf(order) !== null);

/**
 * The actions that the order's status allows to this person, the main one first (`docs/product/orders.md`). Viewing the
 * history is always possible and therefore not included.
 */
export function availableActions(
  order: ActionFields,
  { uid, role }: OrderViewer,
): readonly ViewerOrderAction[] {
  const isDisputed = unresolvedDisputeOf(order) !== null;
  if (order.buyerId === uid) return isDisputed ? disputingBuyerActions(order) : buyerActions(order);
  if (order.sellerId === uid)
    return isDisputed ? disputedSellerActions(order) : sellerActions(order);
  if (isDisputed) return [];
  return role === 'admin' ? teamActions(order) : [];
}
