import type { ServiceStatus } from '@guilda/contract/orders';

/** Who may move an order: its people, the team, the payment provider's word, or the clock. */
export const parties = ['buyer', 'seller', 'admin', 'provider', 'system'] as const;
export type Party = (typeof parties)[number];

/** One row of the state machine. */
export interface OrderTransition {
  readonly from: ServiceStatus;
  readonly to: ServiceStatus;
  readonly by: readonly Party[];
  /** `overdue`: only once the time to pay is over; `unstarted`: only once the time to start is. */
  readonly when: 'always' | 'overdue' | 'unstarted';
  /** The movement in the ledger that belongs to it. */
  readonly posts: 'payment' | 'completion' | 'refund' | null;
}

/**
 * Every change of state an order can go through (`product §5`). An order begins in
 * `awaiting_payment`, or in `awaiting_start` when the service is free; what is not listed here
 * cannot happen.
 */
export const orderTransitions = {
  pay: {
    from: 'awaiting_payment',
    to: 'awaiting_start',
    by: ['provider'],
    when: 'always',
    posts: 'payment',
  },
  cancel: {
    from: 'awaiting_payment',
    to: 'cancelled',
    by: ['buyer'],
    when: 'always',
    posts: null,
  },
  expire: {
    from: 'awaiting_payment',
    to: 'cancelled',
    by: ['system'],
    when: 'overdue',
    posts: null,
  },
  // Its seller is suspended, or one of its people has left: what is paid would go back at once.
  revoke: {
    from: 'awaiting_payment',
    to: 'cancelled',
    by: ['system'],
    when: 'always',
    posts: null,
  },
  start: {
    from: 'awaiting_start',
    to: 'in_progress',
    by: ['seller'],
    when: 'always',
    posts: null,
  },
  // By the provider: a refund or chargeback of its own.
  refundUnstarted: {
    from: 'awaiting_start',
    to: 'refunded',
    by: ['seller', 'admin', 'provider'],
    when: 'always',
    posts: 'refund',
  },
  refundLapsed: {
    from: 'awaiting_start',
    to: 'refunded',
    by: ['system'],
    when: 'unstarted',
    posts: 'refund',
  },
  complete: {
    from: 'in_progress',
    to: 'complete',
    by: ['seller', 'buyer'],
    when: 'always',
    posts: 'completion',
  },
  refundStarted: {
    from: 'in_progress',
    to: 'refunded',
    by: ['admin', 'provider'],
    when: 'always',
    posts: 'refund',
  },
} as const satisfies Record<string, OrderTransition>;

export type OrderAction = keyof typeof orderTransitions;

/** Whether the table lets `by` take this action at all, whatever the state. */
export function mayTake(action: OrderAction, by: Party): boolean {
  const row: OrderTransition = orderTransitions[action];
  return row.by.includes(by);
}

/** The state of a new order. `price` in centavos; a free service skips the payment. */
export function firstStatus(price: number): ServiceStatus {
  return price === 0 ? 'awaiting_start' : 'awaiting_payment';
}
