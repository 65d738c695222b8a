import type { Payment, ServiceStatus } from '@guilda/contract/orders';
import { waitingSince } from './steps.ts';

/** Which side of an order somebody looks from. */
export type OrderRole = 'buyer' | 'seller';

/** Where an order stands on the board; `closed` ended without an attendance. */
type Column = 'queue' | 'live' | 'done' | 'closed';

const columnOf: Record<ServiceStatus, Column> = {
  awaiting_payment: 'queue',
  awaiting_start: 'queue',
  in_progress: 'live',
  complete: 'done',
  cancelled: 'closed',
  refunded: 'closed',
};

export type Columns = Readonly<Record<Column, readonly Payment[]>>;

/** An order that was never paid is nothing to its seller. */
const concerns = ({ serviceStatus }: Payment, role: OrderRole) =>
  role === 'buyer' || (serviceStatus !== 'awaiting_payment' && serviceStatus !== 'cancelled');

const newestFirst = (a: Payment, b: Payment) =>
  b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id);

const longestFirst = (a: Payment, b: Payment) =>
  waitingSince(a).localeCompare(waitingSince(b)) || a.id.localeCompare(b.id);

/**
 * Sorts the lists of orders into the board's columns, each order once, newest first; who has waited
 * longest for a seller comes first in the seller's queue.
 */
export function columnsOf(payments: readonly Payment[], role: OrderRole): Columns {
  const unique = [...new Map(payments.map((payment) => [payment.id, payment])).values()];
  const columns: Record<Column, Payment[]> = { queue: [], live: [], done: [], closed: [] };
  for (const payment of unique.sort(newestFirst)) {
    if (concerns(payment, role)) columns[columnOf[payment.serviceStatus]].push(payment);
  }
  if (role === 'seller') columns.queue.sort(longestFirst);
  return columns;
}

/** Whether somebody is still to do something about the order. */
export function isOpen({ serviceStatus }: Pick<Payment, 'serviceStatus'>): boolean {
  return columnOf[serviceStatus] === 'queue' || columnOf[serviceStatus] === 'live';
}
