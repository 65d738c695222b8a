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

/** Number of orders that are requested for each kind. */
const ORDERS_PER_KIND = '20';

interface LoadedOrders
  extends Readonly<Record<Exclude<WaitingKind, 'answer' | 'offer'>, readonly Payment[]>> {
  /** Completed orders that the person sold. */
  readonly sold: readonly Payment[];
}

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
  selling,
  buying,
  start,
  pay,
  review,
  sold,
}: LoadedOrders): WaitingOrder[] {
  const toWaitingOrders = (kind: WaitingKind, payments: readonly Payment[]) =>
    payments.map((payment) => ({ kind, payment }));
  return [
    ...toWaitingOrders('answer', [...selling, ...sold].filter(awaitsAnswer)),
    ...toWaitingOrders('offer', [...buying, ...review].filter(hasOffer)),
    ...toWaitingOrders('selling', selling.filter(isUndisputed)),
    ...toWaitingOrders('buying', buying.filter(isUndisputed)),
    ...toWaitingOrders('start', [...start].sort(oldestFirst)),
    ...toWaitingOrders('pay', pay),
    ...toWaitingOrders(
      'review',
      review.filter((order) => !order.reviewed && isUndisputed(order)),
    ),
  ];
}

/** Loads the orders that need the signed-in person's attention, at most `ORDERS_PER_KIND` of each kind. */
export async function loadWaitingOrders(client: ApiClient): Promise<WaitingOrder[]> {
  const listPayments = async (role: 'buyer' | 'seller', status: Payment['serviceStatus']) =>
    (await client.orders.listPayments({ query: { role, status, limit: ORDERS_PER_KIND } }))
      .payments;
  const [selling, buying, start, pay, review, sold] = await Promise.all([
    listPayments('seller', 'in_progress'),
    listPayments('buyer', 'in_progress'),
    listPayments('seller', 'awaiting_start'),
    listPayments('buyer', 'awaiting_payment'),
    listPayments('buyer', 'complete'),
    listPayments('seller', 'complete'),
  ]);
  return sortWaitingOrders({ selling, buying, start, pay, review, sold });
}
