import { formatDecimal } from '@guilda/contract/money/money';
import type { Payment } from '@guilda/contract/orders/orders';
import type { Person } from '../../platform/actor.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PaymentProvider } from '../../ports/payment-provider.ts';
import type { PictureUrlsFor } from '../pictures/index.ts';
import { type AuthorRow, displayBadgesOf, displayNameOf, displayPhotoOf } from '../users/index.ts';
import type { DisputeRow } from './disputes/disputes-table.ts';
import { toDispute } from './disputes/view.ts';
import { amountDue, amountReturnedToBuyer } from './order-amount-columns.ts';
import type { OrderRow } from './orders-table.ts';
import { isPaidThrough } from './policy.ts';

/** An order with its buyer, seller, timeline and dispute. */
export interface OrderDetails {
  readonly order: OrderRow;
  /** Whether the service or the order is for adults. */
  readonly adult: boolean;
  readonly buyer: AuthorRow;
  readonly seller: AuthorRow;
  readonly steps: Payment['steps'];
  readonly dispute: DisputeRow | null;
}

/**
 * The checkout address; null for readers other than the buyer, and when the order cannot be paid at the current
 * provider.
 */
function checkoutUrlFor({ paymentProvider }: OrderViewDeps, order: OrderRow, readerId: string) {
  const isPayable =
    order.serviceStatus === 'awaiting_payment' && isPaidThrough(paymentProvider, order);
  return isPayable && order.buyerId === readerId ? order.checkoutUrl : null;
}

/** Converts buyer and seller to the fields of the contract. */
const peopleOf = ({ buyer, seller }: OrderDetails, now: Date) => ({
  buyerId: buyer.uid,
  buyerName: displayNameOf(buyer),
  buyerUsername: buyer.username,
  buyerPhotoURL: displayPhotoOf(buyer),
  buyerBadges: displayBadgesOf(buyer, now),
  sellerId: seller.uid,
  sellerName: displayNameOf(seller),
  sellerUsername: seller.username,
  sellerPhotoURL: displayPhotoOf(seller),
  sellerBadges: displayBadgesOf(seller, now),
});

export interface OrderViewDeps {
  readonly clock: Clock;
  readonly pictureUrlsFor: PictureUrlsFor;
  readonly paymentProvider: PaymentProvider;
}

/**
 * Returns a function that converts orders to the shape of the API for this reader. A reader without a valid age check
 * gets an order for adults with its title but without its picture (`docs/product/orders.md`).
 */
export function createOrderView(deps: OrderViewDeps, reader: Person) {
  const { clock, pictureUrlsFor } = deps;
  const now = clock.now();
  const resolvePictureUrl = pictureUrlsFor(reader);
  return (details: OrderDetails): Payment => {
    const { order, adult, steps, dispute } = details;
    return {
      id: order.id,
      purchaseCode: order.purchaseCode,
      productName: order.productName,
      serviceId: order.serviceId,
      type: order.type,
      price: formatDecimal(amountDue(order)),
      adult,
      photoURL: resolvePictureUrl(order.photoURL, adult),
      ...peopleOf(details, now),
      serviceStatus: order.serviceStatus,
      startedServiceAt: order.startedServiceAt?.toISOString() ?? null,
      endedIt: order.endedIt,
      reviewed: order.reviewed,
      rating: order.rating,
      checkoutUrl: checkoutUrlFor(deps, order, reader.uid),
      steps,
      expiresAt: order.serviceStatus === 'awaiting_payment' ? order.expiresAt.toISOString() : null,
      startBy:
        order.serviceStatus === 'awaiting_start' ? (order.startBy?.toISOString() ?? null) : null,
      packOpened: order.packOpenedAt !== null,
      heldUntil: order.heldUntil?.toISOString() ?? null,
      refundedAmount: formatDecimal(amountReturnedToBuyer(order)),
      dispute: dispute && toDispute(dispute),
      chargeback: order.chargebackStatus,
      createdAt: order.createdAt.toISOString(),
    };
  };
}
