import type { ApiClient } from '@guilda/contract/client';
import type { Payment } from '@guilda/contract/orders/orders';
import { unresolvedDisputeOf } from '../disputes/index.ts';

/** Why an order needs its reader's attention. */
export type WaitingKind = 'answer' | 'offer' | 'selling' | 'buying' | 'start' | 'pay' | 'review';

/** An order that needs the signed-in person's attention, and why. */
export interface WaitingOrder {
  readonly kind: WaitingKind;
  readonly payment: Payment;
}

/** Kinds of orders that the reader sold; the reader bought the others. */
const soldKinds: ReadonlySet<WaitingKind> = new Set(['answer', 'selling', 'start']);

/** Path of the orders page that also opens the order's dialog, where the reader can act. */
export function waitingOrderPath({ kind, payment }: WaitingOrder): string {
  return `/sales?${soldKinds.has(kind) ? '' : 'aba=compras&'}pedido=${payment.id}`;
}

type PaymentQuery = NonNullable<
  NonNullable<Parameters<ApiClient['orders']['listPayments']>[0]>['query']
>;

/** Number of orders that are requested for each kind. */
const ORDERS_PER_KIND = '20';

/** Orders by why they may need their reader: `answer` and `offer` are the disputed ones that were sold and bought. */
type LoadedOrders = Readonly<Record<WaitingKind, readonly Payment[]>>;

const isUndisputed = (order: Payment) => unresolvedDisputeOf(order) === null;

const oldestFirst = (a: Payment, b: Payment) => a.createdAt.localeCompare(b.createdAt);

/** Whether the dispute waits for the seller's answer. */
const awaitsAnswer = ({ dispute }: Payment) => dispute?.state === 'open';

/** Whether the dispute waits for the buyer to accept or decline an offer. */
const hasOffer = ({ dispute }: Payment) =>
  dispute?.state === 'answered' && dispute.answer?.offer != null;

/**
 * Sorts orders by urgency: disputes that wait for the person, running orders, orders to start (longest waiting buyer
 * first), orders to pay, orders to review.
 */
export function sortWaitingOrders({
  answer,
  offer,
  selling,
  buying,
  start,
  pay,
  review,
}: LoadedOrders): WaitingOrder[] {
  const toWaitingOrders = (kind: WaitingKind, payments: readonly Payment[]) =>
    payments.map((payment) => ({ kind, payment }));
  return [
    ...toWaitingOrders('answer', answer.filter(awaitsAnswer)),
    ...toWaitingOrders('offer', offer.filter(hasOffer)),
    ...toWaitingOrders('selling', selling.filter(isUndisputed)),
    ...toWaitingOrders('buying', buying.filter(isUndisputed)),
    ...toWaitingOrders('start', [...start].sort(oldestFirst)),
    ...toWaitingOrders('pay', pay),
    ...toWaitingOrders(
      'review',
      // A server of an earlier version also lists reviewed orders.
      review.filter((order) => !order.reviewed && isUndisputed(order)),
    ),
  ];
}

/**
 * Loads the orders that need the signed-in person's attention, at most `ORDERS_PER_KIND` of each kind: of disputes and of
 * orders to start the oldest orders.
 */
export async function loadWaitingOrders(client: ApiClient): Promise<WaitingOrder[]> {
  const listPayments = async (query: PaymentQuery) =>
    (await client.orders.listPayments({ query: { ...query, limit: ORDERS_PER_KIND } })).payments;
  const [answer, offer, selling, buying, start, pay, review] = await Promise.all([
    listPayments({ role: 'seller', disputed: true, sort: 'oldest' }),
    listPayments({ role: 'buyer', disputed: true, sort: 'oldest' }),
    listPayments({ role: 'seller', status: 'in_progress' }),
    listPayments({ role: 'buyer', status: 'in_progress' }),
    listPayments({ role: 'seller', status: 'awaiting_start', sort: 'oldest' }),
    listPayments({ role: 'buyer', status: 'awaiting_payment' }),
    listPayments({ role: 'buyer', status: 'complete', reviewed: false }),
  ]);
  return sortWaitingOrders({ answer, offer, selling, buying, start, pay, review });
}
