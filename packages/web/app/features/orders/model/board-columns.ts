import type { Payment, ServiceStatus } from '@guilda/contract/orders/orders';
import { unresolvedDisputeOf } from '../../disputes/index.ts';
import type { OrderSide } from './order-side.ts';
import { waitingSince } from './timeline-steps.ts';

/**
 * Column of the board; `disputed` contains orders whose dispute is unresolved, `closed` contains cancelled and
 * refunded orders.
 */
type ColumnName = 'disputed' | 'queue' | 'live' | 'done' | 'closed';

const columnOfStatus: Record<ServiceStatus, ColumnName> = {
  awaiting_payment: 'queue',
  awaiting_start: 'queue',
  in_progress: 'live',
  complete: 'done',
  cancelled: 'closed',
  refunded: 'closed',
};

/** Headings of the three columns; the buyer's first one also has orders that wait for their payment. */
export const columnTitles = {
  seller: { queue: 'Na fila', live: 'Em atendimento', done: 'Concluídas' },
  buyer: { queue: 'Esperando', live: 'Em atendimento', done: 'Concluídas' },
} as const satisfies Record<OrderSide, Partial<Record<ColumnName, string>>>;

const columnOfOrder = (order: Pick<Payment, 'serviceStatus' | 'dispute'>): ColumnName =>
  unresolvedDisputeOf(order) ? 'disputed' : columnOfStatus[order.serviceStatus];

export type BoardColumns = Readonly<Record<ColumnName, readonly Payment[]>>;

/** Sellers do not see orders that were never paid. */
const isVisibleTo = ({ serviceStatus }: Payment, role: OrderSide) =>
  role === 'buyer' || (serviceStatus !== 'awaiting_payment' && serviceStatus !== 'cancelled');

const newestFirst = (a: Payment, b: Payment) =>
  b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id);

const longestWaitingFirst = (a: Payment, b: Payment) =>
  waitingSince(a).localeCompare(waitingSince(b)) || a.id.localeCompare(b.id);

/** Time by which somebody must act in an unresolved dispute: the seller, or the team after the seller's answer. */
function disputeDueAt({ dispute }: Payment): string {
  if (!dispute) return '';
  return dispute.state === 'open' ? dispute.answerBy : dispute.decideBy;
}

const soonestDueFirst = (a: Payment, b: Payment) =>
  disputeDueAt(a).localeCompare(disputeDueAt(b)) || a.id.localeCompare(b.id);

/**
 * Groups orders into the columns of the board, each order once, newest first. In the seller's queue, the order that has
 * waited longest comes first; of the disputed orders, the one whose deadline comes first.
 */
export function groupByColumn(payments: readonly Payment[], role: OrderSide): BoardColumns {
  const uniqueOrders = [...new Map(payments.map((payment) => [payment.id, payment])).values()];
  const columns: Record<ColumnName, Payment[]> = {
    disputed: [],
    queue: [],
    live: [],
    done: [],
    closed: [],
  };
  for (const payment of uniqueOrders.sort(newestFirst)) {
    if (isVisibleTo(payment, role)) columns[columnOfOrder(payment)].push(payment);
  }
  columns.disputed.sort(soonestDueFirst);
  if (role === 'seller') columns.queue.sort(longestWaitingFirst);
  return columns;
}

/** Whether the order was started and is neither finished nor in an unresolved dispute. */
export const isLiveOrder = (order: Pick<Payment, 'serviceStatus' | 'dispute'>): boolean =>
  columnOfOrder(order) === 'live';

/** Whether the buyer, the seller or, in a dispute, the team still has to act on the order. */
export function isOpenOrder(order: Pick<Payment, 'serviceStatus' | 'dispute'>): boolean {
  return ['disputed', 'queue', 'live'].includes(columnOfOrder(order));
}
