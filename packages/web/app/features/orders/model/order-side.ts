import type { Payment } from '@guilda/contract/orders/orders';

/** The role in which a person views an order. */
export type OrderSide = 'buyer' | 'seller';

/** The role of this person in an order; null for the team. */
export function getOrderSide(
  { buyerId, sellerId }: Pick<Payment, 'buyerId' | 'sellerId'>,
  uid: string,
): OrderSide | null {
  if (uid === buyerId) return 'buyer';
  return uid === sellerId ? 'seller' : null;
}

/** The other person of an order: the buyer for the seller, the seller for the buyer. */
export function counterpartOf(order: Payment, side: OrderSide) {
  return side === 'seller'
    ? {
        uid: order.buyerId,
        name: order.buyerName,
        photoURL: order.buyerPhotoURL,
        badges: order.buyerBadges,
      }
    : {
        uid: order.sellerId,
        name: order.sellerName,
        photoURL: order.sellerPhotoURL,
        badges: order.sellerBadges,
      };
}
