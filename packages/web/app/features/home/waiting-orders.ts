import type { ApiClient } from '@guilda/contract/client';
import type { Payment } from '@guilda/contract/orders';

/** Why an order needs its reader's attention. */
export type WaitingKind = 'selling' | 'buying' | 'start' | 'pay' | 'review';

/** An order that needs the signed-in person's attention, and why. */
export interface WaitingOrder {
  readonly kind: WaitingKind;
  readonly payment: Payment;
}

/** Number of orders that are requested for each kind. */
const ORDERS_PER_KIND = '20';

type OrdersByKind = Readonly<Record<WaitingKind, readonly Payment[]>>;

const oldestFirst = (a: Payment, b: Payment) => a.createdAt.localeCompare(b.createdAt);

/**
 * Sorts orders by urgency: running ones, those that the person has to start (the longest waiting buyer first), to pay,
 * and to review.
 */
export function sortWaitingOrders({
  selling,
  buying,
  start,
  pay,
  review,
}: OrdersByKind): WaitingOrder[] {
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

/** Loads all orders that need the signed-in person's attention. */
export async function loadWaitingOrders(client: ApiClient): Promise<WaitingOrder[]> {
  const ask = async (role: 'buyer' | 'seller', status: Payment['serviceStatus']) =>
    (await client.orders.listPayments({ query: { role, status, limit: ORDERS_PER_KIND } }))
      .payments;
  const [selling, buying, start, pay, review] = await Promise.all([
    ask('seller', 'in_progress'),
    ask('buyer', 'in_progress'),
    ask('seller', 'awaiting_start'),
    ask('buyer', 'awaiting_payment'),
    ask('buyer', 'complete'),
  ]);
  return sortWaitingOrders({ selling, buying, start, pay, review });
}
