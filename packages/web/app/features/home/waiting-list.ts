import type { ApiClient } from '@guilda/contract/client';
import type { Payment } from '@guilda/contract/orders';

/** Why an order waits for its reader. */
export type WaitingKind = 'selling' | 'buying' | 'start' | 'pay' | 'review';

export interface WaitingOrder {
  readonly kind: WaitingKind;
  readonly payment: Payment;
}

/** Orders asked for of each kind. */
const EACH = '20';

type Answer = Readonly<Record<WaitingKind, readonly Payment[]>>;

const oldestFirst = (a: Payment, b: Payment) => a.createdAt.localeCompare(b.createdAt);

/**
 * What waits for a person, the most pressing first: what is under way, what they are to start (who has
 * waited longest first), to pay, and to review.
 */
export function waitingList({ selling, buying, start, pay, review }: Answer): WaitingOrder[] {
  const of = (kind: WaitingKind, payments: readonly Payment[]) =>
    payments.map((payment) => ({ kind, payment }));
  return [
    ...of('selling', selling),
    ...of('buying', buying),
    ...of('start', [...start].sort(oldestFirst)),
    ...of('pay', pay),
    ...of(
      'review',
      review.filter(({ reviewed }) => !reviewed),
    ),
  ];
}

/** Asks for everything that waits for the signed-in person. */
export async function loadWaiting(client: ApiClient): Promise<WaitingOrder[]> {
  const ask = async (role: 'buyer' | 'seller', status: Payment['serviceStatus']) =>
    (await client.orders.listPayments({ query: { role, status, limit: EACH } })).payments;
  const [selling, buying, start, pay, review] = await Promise.all([
    ask('seller', 'in_progress'),
    ask('buyer', 'in_progress'),
    ask('seller', 'awaiting_start'),
    ask('buyer', 'awaiting_payment'),
    ask('buyer', 'complete'),
  ]);
  return waitingList({ selling, buying, start, pay, review });
}
