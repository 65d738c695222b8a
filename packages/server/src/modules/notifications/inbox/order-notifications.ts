import type { NotificationSource } from '@guilda/contract/notifications/notification-kinds';
import type { orderParties } from '@guilda/contract/orders/orders';
import type { Db } from '../../../platform/database/pool.ts';
import type { Ids } from '../../../ports/ids.ts';
import { type DisputeEnd, disputeTexts } from './dispute-texts.ts';
import { type NewNotification, recordNotification } from './notification-store.ts';
import { type OrderNames, orderTexts } from './order-texts.ts';

type OrderParty = (typeof orderParties)[number];

/** The fields of an order that notifications need. */
export interface NotifiedOrder {
  readonly id: string;
  readonly purchaseCode: string;
  readonly productName: string;
  readonly serviceId: string;
  readonly buyerId: string;
  readonly sellerId: string;
  /** Whether the order was free; texts then do not mention a refund. */
  readonly isFree: boolean;
  /** Whether the service is for adults only; texts then do not contain its name. */
  readonly adult: boolean;
  /** Time by which the seller must start the order; null or missing when there is no deadline. */
  readonly startBy?: Date | null;
}

/**
 * What happened to an order:
 * - `paid`: the order is paid or free, and waits for its seller to start it
 * - `started`: the buyer's notification is a greeting from the seller (`docs/product/orders.md`)
 * - `completed`: buyer or seller completed the order; the other one is notified
 * - `expired`: the order was cancelled because it was not paid in time
 * - `revoked`: the order was cancelled before it was paid, because its seller cannot fulfil it any more
 * - `refunded`: the order ended with a refund; buyer and seller are notified, except who caused the refund
 * - `returned`: money that the order does not keep is refunded: a payment that could not be accepted, or
 *   (`afterChargeback`) the money of a chargeback that the bank decided against the buyer and that the buyer gets all the
 *   same; the seller is notified too if they were notified of the chargeback (`notifiesSeller`); the event has the id of
 *   the refund
 * - `refund_settled`: the team paid `amount` centavos of a failed refund to the buyer in another way
 * - `disputed`: the buyer opened a dispute, which the seller can answer until `answerBy`
 * - `dispute_answered`: the seller contests the dispute, possibly with an offer in centavos
 * - `dispute_overdue`: the team has not decided the dispute in time
 * - `dispute_resolved`: the dispute ended; both people are notified, except the one who ended it
 * - `charged_back`: the buyer's bank takes `amount` centavos back; `share` of them comes from the seller, who owes
 *   `debt` of that share because the money was spent; when that ended the order, `refundedRest` is what Guilda refunds
 * - `chargeback_won`: the bank decided for the seller, who gets `share` centavos back
 * - `reviewed`: the buyer reviewed the order with a rating of 1 to 5
 */
export type OrderEvent =
  | { readonly is: 'paid' | 'started' | 'expired' | 'revoked' }
  | { readonly is: 'completed' | 'refunded'; readonly by: OrderParty }
  | {
      readonly is: 'returned';
      readonly refundId: string;
      readonly afterChargeback: boolean;
      readonly notifiesSeller: boolean;
    }
  | { readonly is: 'refund_settled'; readonly refundId: string; readonly amount: number }
  | { readonly is: 'disputed'; readonly answerBy: Date }
  | { readonly is: 'dispute_answered'; readonly offer: number | null }
  | { readonly is: 'dispute_overdue' }
  | ({ readonly is: 'dispute_resolved'; readonly by: OrderParty } & DisputeEnd)
  | {
      readonly is: 'charged_back';
      readonly chargebackId: string;
      readonly amount: number;
      readonly share: number;
      readonly debt: number;
      readonly refundedRest: number;
    }
  | { readonly is: 'chargeback_won'; readonly chargebackId: string; readonly share: number }
  | { readonly is: 'reviewed'; readonly rating: number };

const sourceByEvent: Readonly<Record<OrderEvent['is'], NotificationSource>> = {
  paid: { type: 'payment', event: 'paid' },
  started: { type: 'message', event: 'started' },
  completed: { type: 'payment', event: 'completed' },
  expired: { type: 'payment', event: 'expired' },
  revoked: { type: 'payment', event: 'revoked' },
  refunded: { type: 'payment', event: 'refunded' },
  returned: { type: 'payment', event: 'returned' },
  refund_settled: { type: 'payment', event: 'refund_settled' },
  disputed: { type: 'payment', event: 'disputed' },
  dispute_answered: { type: 'payment', event: 'dispute_answered' },
  dispute_overdue: { type: 'payment', event: 'dispute_overdue' },
  dispute_resolved: { type: 'payment', event: 'dispute_resolved' },
  charged_back: { type: 'payment', event: 'charged_back' },
  chargeback_won: { type: 'payment', event: 'chargeback_won' },
  reviewed: { type: 'achievement', event: 'reviewed' },
};

/** A notification's text with its receiver and sender. */
type AddressedText = Pick<NewNotification, 'receiverId' | 'senderId' | 'content'>;

const namesOf = ({ purchaseCode, productName, adult, isFree }: NotifiedOrder): OrderNames => ({
  purchaseCode,
  productName: adult ? null : productName,
  isFree,
});

/** The text of the seller's greeting when the order starts, as message and as notification. */
export const orderGreeting = (order: NotifiedOrder): string =>
  orderTexts.greetingToBuyer(namesOf(order));

/** The texts of the notifications about an event, one for each person who is notified. */
function addressedTextsOf(event: OrderEvent, order: NotifiedOrder): AddressedText[] {
  const { buyerId, sellerId } = order;
  const orderNames = namesOf(order);
  const toBuyer = (content: string, senderId: string | null = null): AddressedText => ({
    receiverId: buyerId,
    senderId,
    content,
  });
  const toSeller = (content: string, senderId: string | null = null): AddressedText => ({
    receiverId: sellerId,
    senderId,
    content,
  });
  switch (event.is) {
    case 'paid':
      return [toSeller(orderTexts.paidToSeller(orderNames, order.startBy ?? null), buyerId)];
    case 'started':
      return [toBuyer(orderGreeting(order), sellerId)];
    case 'completed':
      return event.by === 'buyer'
        ? [toSeller(orderTexts.completedToSeller(orderNames), buyerId)]
        : [toBuyer(orderTexts.completedToBuyer(orderNames), sellerId)];
    case 'expired':
      return [toBuyer(orderTexts.expiredToBuyer(orderNames))];
    case 'revoked':
      return [toBuyer(orderTexts.revokedToBuyer(orderNames))];
    case 'refunded': {
      const { by } = event;
      const forBuyer = toBuyer(
        orderTexts.refundedToBuyer(orderNames, by),
        by === 'seller' ? sellerId : null,
      );
      const forSeller = toSeller(
        orderTexts.refundedToSeller(orderNames, by),
        by === 'buyer' ? buyerId : null,
      );
      if (by === 'seller') return [forBuyer];
      return by === 'buyer' ? [forSeller] : [forBuyer, forSeller];
    }
    case 'disputed':
      return [toSeller(disputeTexts.openedToSeller(orderNames, event.answerBy), buyerId)];
    case 'dispute_answered':
      return [toBuyer(disputeTexts.answeredToBuyer(orderNames, event.offer), sellerId)];
    case 'dispute_overdue':
      return [
        toBuyer(disputeTexts.overdue(orderNames)),
        toSeller(disputeTexts.overdue(orderNames)),
      ];
    case 'dispute_resolved': {
      const forBuyer = toBuyer(disputeTexts.resolvedToBuyer(orderNames, event));
      const forSeller = toSeller(disputeTexts.resolvedToSeller(orderNames, event));
      if (event.by === 'buyer') return [forSeller];
      return event.by === 'seller' ? [forBuyer] : [forBuyer, forSeller];
    }
    case 'returned':
      return [
        toBuyer(orderTexts.returnedToBuyer(orderNames, event)),
        ...(event.notifiesSeller ? [toSeller(orderTexts.returnedToSeller(orderNames))] : []),
      ];
    case 'refund_settled':
      return [toBuyer(orderTexts.refundSettledToBuyer(orderNames, event.amount))];
    case 'charged_back':
      return [
        toBuyer(orderTexts.chargedBackToBuyer(orderNames, event)),
        toSeller(orderTexts.chargedBackToSeller(orderNames, event)),
      ];
    case 'chargeback_won':
      return [toSeller(orderTexts.chargebackWonToSeller(orderNames, event.share))];
    case 'reviewed':
      return [toSeller(orderTexts.reviewedToSeller(orderNames, event.rating), buyerId)];
  }
}

/** Key of the event that the notification is about; a person gets one notification for each key. */
function dedupeKeyOf(event: OrderEvent, orderId: string): string {
  if (event.is === 'returned') return `refund:${event.refundId}`;
  if (event.is === 'refund_settled') return `refund:${event.refundId}:${event.is}`;
  if ('chargebackId' in event) return `chargeback:${event.chargebackId}:${event.is}`;
  return `order:${orderId}:${event.is}`;
}

/**
 * Records the notifications about an event of an order, in the transaction of the event. A repeated call records
 * nothing.
 */
export async function notifyOrderEvent(
  tx: Db,
  ids: Ids,
  event: OrderEvent,
  order: NotifiedOrder,
): Promise<void> {
  const { id: orderId, serviceId, purchaseCode } = order;
  const dedupeKey = dedupeKeyOf(event, orderId);
  const commonFields = {
    source: sourceByEvent[event.is],
    ids: { paymentId: orderId, serviceId, purchaseCode },
    dedupeKey,
  };
  for (const addressedText of addressedTextsOf(event, order)) {
    await recordNotification(tx, ids, { ...addressedText, ...commonFields });
  }
}
