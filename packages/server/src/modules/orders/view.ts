import { formatDecimal } from '@guilda/contract/money';
import type { Payment } from '@guilda/contract/orders';
import type { ShowPicture } from '../pictures/index.ts';
import type { UserRow } from '../users/index.ts';
import { nameOf } from '../users/index.ts';
import type { PaymentRow } from './payments-table.ts';

type PersonColumns = Pick<UserRow, 'username' | 'displayName' | 'photoURL' | 'deletedAt'>;

/** An order with its people and its timeline. */
export interface PaymentReading {
  readonly payment: PaymentRow;
  /** What it buys is for adults. */
  readonly adult: boolean;
  readonly buyer: PersonColumns;
  readonly seller: PersonColumns;
  readonly steps: Payment['steps'];
}

const photoOf = (person: PersonColumns) => (person.deletedAt ? null : person.photoURL);

/** The address to pay at: for the buyer alone, and only while there is something to pay. */
function checkoutUrlFor({ buyerId, serviceStatus, checkoutUrl }: PaymentRow, readerId: string) {
  return buyerId === readerId && serviceStatus === 'awaiting_payment' ? checkoutUrl : null;
}

/** Nothing for adults: what a reader of whom nothing more is said gets. */
const forAll: ShowPicture = (photoURL, adult) => (adult ? null : photoURL);

/**
 * An order as its reader sees it (`product §12`). `show` is the reader's own: whose age check does
 * not stand sees the title of what was bought, without its picture (`product §9`).
 */
export function toPayment(
  reading: PaymentReading,
  readerId: string,
  show: ShowPicture = forAll,
): Payment {
  const { payment: row, adult, buyer, seller, steps } = reading;
  return {
    id: row.id,
    purchaseCode: row.purchaseCode,
    productName: row.productName,
    serviceId: row.serviceId,
    type: row.type,
    price: formatDecimal(row.price),
    adult,
    photoURL: show(row.photoURL, adult),
    buyerId: row.buyerId,
    buyerName: nameOf(buyer),
    buyerUsername: buyer.username,
    buyerPhotoURL: photoOf(buyer),
    sellerId: row.sellerId,
    sellerName: nameOf(seller),
    sellerUsername: seller.username,
    sellerPhotoURL: photoOf(seller),
    serviceStatus: row.serviceStatus,
    startedServiceAt: row.startedServiceAt?.toISOString() ?? null,
    endedIt: row.endedIt,
    reviewed: row.reviewed,
    rating: row.rating,
    checkoutUrl: checkoutUrlFor(row, readerId),
    steps,
    expiresAt: row.serviceStatus === 'awaiting_payment' ? row.expiresAt.toISOString() : null,
    startBy: row.serviceStatus === 'awaiting_start' ? (row.startBy?.toISOString() ?? null) : null,
    createdAt: row.createdAt.toISOString(),
  };
}
