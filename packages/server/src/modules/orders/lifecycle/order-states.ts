import type { ServiceStatus } from '@guilda/contract/orders';

/** Who can change an order's state: its people, an administrator, the payment provider or a deadline. */
export const transitionParties = ['buyer', 'seller', 'admin', 'provider', 'system'] as const;
export type TransitionParty = (typeof transitionParties)[number];

/** One row of the state machine. */
export interface OrderTransition {
  readonly from: ServiceStatus;
  readonly to: ServiceStatus;
  readonly by: readonly TransitionParty[];
  /**
   * `overdue`: only after the time to pay; `unstarted`: only after the time to start; `unopened`: only while
   * the buyer has opened no file of the pack.
   */
  readonly when: 'always' | 'overdue' | 'unstarted' | 'unopened';
  /** The ledger movement that is posted with it. */
  readonly posts: 'payment' | 'completion' | 'refund' | null;
}

/**
 * Every transition of an order (`docs/product/orders.md`). An order begins in `awaiting_payment`, or in
 * `awaiting_start` when the service is free; a transition that is not listed here cannot happen.
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
  // The seller is suspended or an account was closed: a payment would be refunded at once.
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
  // By the provider: its own refund, or a chargeback.
  refundUnstarted: {
    from: 'awaiting_start',
    to: 'refunded',
    by: ['seller', 'admin', 'provider'],
    when: 'always',
    posts: 'refund',
  },
  // The buyer's right of withdrawal (CDC, art. 49).
  regret: {
    from: 'awaiting_start',
    to: 'refunded',
    by: ['buyer'],
    when: 'unopened',
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

/** Whether the table allows this action to `by` in any state. */
export function isAllowedFor(action: OrderAction, by: TransitionParty): boolean {
  const row: OrderTransition = orderTransitions[action];
  return row.by.includes(by);
}

/** The state of a new order. `price` in centavos; a free service skips the payment. */
export function initialStatusOf(price: number): ServiceStatus {
  return price === 0 ? 'awaiting_start' : 'awaiting_payment';
}
