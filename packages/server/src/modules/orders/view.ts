import { formatDecimal } from '@guilda/contract/money';
import type { Payment } from '@guilda/contract/orders';
import type { Person } from '../../platform/actor.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PaymentProvider } from '../../ports/payment-provider.ts';
import type { ShowPictureTo } from '../pictures/index.ts';
import { type AuthorRow, badgesBeside, nameOf, photoOf } from '../users/index.ts';
import type { PaymentRow } from './payments-table.ts';
import { isPaidAt } from './policy.ts';

/** An order with its people and its timeline. */
export interface PaymentReading {
  readonly payment: PaymentRow;
  /** What it buys is for adults. */
  readonly adult: boolean;
  readonly buyer: AuthorRow;
  readonly seller: AuthorRow;
  readonly steps: Payment['steps'];
}

/**
 * The address to pay at: for the buyer alone, and only while there is something to pay, at the provider
 * of now.
 */
function checkoutUrlFor({ paymentProvider }: PaymentViewDeps, order: PaymentRow, readerId: string) {
  const payable = order.serviceStatus === 'awaiting_payment' && isPaidAt(paymentProvider, order);
  return payable && order.buyerId === readerId ? order.checkoutUrl : null;
}

/** What is shown of an order's two people. */
const peopleOf = ({ buyer, seller }: PaymentReading, now: Date) => ({
  buyerId: buyer.uid,
  buyerName: nameOf(buyer),
  buyerUsername: buyer.username,
  buyerPhotoURL: photoOf(buyer),
  buyerBadges: badgesBeside(buyer, now),
  sellerId: seller.uid,
  sellerName: nameOf(seller),
  sellerUsername: seller.username,
  sellerPhotoURL: photoOf(seller),
  sellerBadges: badgesBeside(seller, now),
});

export interface PaymentViewDeps {
  readonly clock: Clock;
  readonly showPicture: ShowPictureTo;
  readonly paymentProvider: PaymentProvider;
}

/**
 * Orders as this person sees them now (`product §12`). Whose age check does not stand sees the title
 * of what was bought for adults, without its picture (`product §9`).
 */
export function paymentView(deps: PaymentViewDeps, reader: Person) {
  const { clock, showPicture } = deps;
  const now = clock.now();
  const show = showPicture(reader);
  return (reading: PaymentReading): Payment => {
    const { payment: row, adult, steps } = reading;
    return {
      id: row.id,
      purchaseCode: row.purchaseCode,
      productName: row.productName,
      serviceId: row.serviceId,
      type: row.type,
      price: formatDecimal(row.price),
      adult,
      photoURL: show(row.photoURL, adult),
      ...peopleOf(reading, now),
      serviceStatus: row.serviceStatus,
      startedServiceAt: row.startedServiceAt?.toISOString() ?? null,
      endedIt: row.endedIt,
      reviewed: row.reviewed,
      rating: row.rating,
      checkoutUrl: checkoutUrlFor(deps, row, reader.uid),
      steps,
      expiresAt: row.serviceStatus === 'awaiting_payment' ? row.expiresAt.toISOString() : null,
      startBy: row.serviceStatus === 'awaiting_start' ? (row.startBy?.toISOString() ?? null) : null,
      createdAt: row.createdAt.toISOString(),
    };
  };
}
