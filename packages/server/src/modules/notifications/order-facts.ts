import type { orderParties } from '@guilda/contract/orders';
import type { Db } from '../../platform/database/pool.ts';
import type { Ids } from '../../ports/ids.ts';
import { type NewNotification, recordNotification } from './record.ts';
import { texts } from './texts.ts';

type Party = (typeof orderParties)[number];

/** What a notification needs to know of an order; `price` in centavos. */
export interface OrderTold {
  readonly id: string;
  readonly purchaseCode: string;
  readonly productName: string;
  readonly serviceId: string;
  readonly buyerId: string;
  readonly sellerId: string;
  readonly price: number;
  /** What it buys is for adults. */
  readonly adult: boolean;
}

/**
 * What happened to an order:
 * - `paid`: it waits for its seller now, paid or free
 * - `started`: told to the buyer as the seller's greeting (`spec §4`)
 * - `completed`: told to the other of the two
 * - `expired`: cancelled by time
 * - `revoked`: cancelled before it was paid, because its seller cannot serve it any more
 * - `refunded`: over, by whomever; told to all but the one who did it
 * - `returned`: money that could not be accepted goes back, by the refund of this id
 * - `reviewed`: its review, with the rating of 1 to 5
 */
export type OrderFact =
  | { readonly is: 'paid' | 'started' | 'expired' | 'revoked' }
  | { readonly is: 'completed' | 'refunded'; readonly by: Party }
  | { readonly is: 'returned'; readonly refundId: string }
  | { readonly is: 'reviewed'; readonly rating: number };

type Told = Pick<NewNotification, 'receiverId' | 'senderId' | 'content'> &
  Partial<Pick<NewNotification, 'type'>>;

/** Who learns what of a fact. */
function told(fact: OrderFact, order: OrderTold): Told[] {
  const { buyerId, sellerId, purchaseCode, adult } = order;
  const productName = adult ? null : order.productName;
  const named = { purchaseCode, productName, free: order.price === 0 };
  const toBuyer = (content: string, senderId: string | null = null): Told => ({
    receiverId: buyerId,
    senderId,
    content,
  });
  const toSeller = (content: string, senderId: string | null = null): Told => ({
    receiverId: sellerId,
    senderId,
    content,
  });
  switch (fact.is) {
    case 'paid':
      return [toSeller(texts.paidToSeller(named), buyerId)];
    case 'started':
      return [{ ...toBuyer(texts.greetingToBuyer(named), sellerId), type: 'message' }];
    case 'completed':
      return fact.by === 'buyer'
        ? [toSeller(texts.completedToSeller(named), buyerId)]
        : [toBuyer(texts.completedToBuyer(named), sellerId)];
    case 'expired':
      return [toBuyer(texts.expiredToBuyer(named))];
    case 'revoked':
      return [toBuyer(texts.revokedToBuyer(named))];
    case 'refunded': {
      const bySeller = fact.by === 'seller';
      const buyer = toBuyer(texts.refundedToBuyer(named, fact.by), bySeller ? sellerId : null);
      return bySeller ? [buyer] : [buyer, toSeller(texts.refundedToSeller(named, fact.by))];
    }
    case 'returned':
      return [toBuyer(texts.returnedToBuyer(named))];
    case 'reviewed':
      return [
        { ...toSeller(texts.reviewedToSeller(named, fact.rating), buyerId), type: 'achievement' },
      ];
  }
}

/**
 * Records what the people of an order are told of a fact, in the transaction of the fact; once,
 * however often it is told. `additionalInfo` carries the ids that screens link by.
 */
export async function recordOrderFact(
  tx: Db,
  ids: Ids,
  fact: OrderFact,
  order: OrderTold,
): Promise<void> {
  const { id: paymentId, serviceId, purchaseCode } = order;
  const dedupeKey =
    fact.is === 'returned' ? `refund:${fact.refundId}` : `order:${paymentId}:${fact.is}`;
  const additionalInfo = { paymentId, serviceId, purchaseCode, event: fact.is };
  for (const each of told(fact, order)) {
    await recordNotification(tx, ids, { type: 'payment', ...each, additionalInfo, dedupeKey });
  }
}
