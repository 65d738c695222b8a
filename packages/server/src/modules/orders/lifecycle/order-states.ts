import type { ServiceStatus } from '@guilda/contract/orders/orders';

/**
 * Who can change an order's state: buyer, seller, an administrator, the payment provider, or the system at a deadline.
 */
export const transitionParties = ['buyer', 'seller', 'admin', 'provider', 'system'] as const;
export type TransitionParty = (typeof transitionParties)[number];

/** One row of the state machine of orders. */
export interface OrderTransition {
  readonly from: ServiceStatus;
  readonly to: ServiceStatus;
  readonly by: readonly TransitionParty[];
  /**
   * Condition besides state and party:
   * - `overdue`: only after the time to pay
   * - `startable`: only until the end of the time to start, if there is one
   * - `unstarted`: only after the time to start
   * - `unopened`: only while the buyer has opened no file of the pack
   * - `clearing`: only before the seller can withdraw the money, also while a dispute stops the clearing time
   * - `disputed`: only as the outcome of an unresolved dispute
   *
   * While a dispute is unresolved, only the provider can cause transitions without `disputed`.
   */
  readonly when:
    | 'always'
    | 'overdue'
    | 'startable'
    | 'unstarted'
    | 'unopened'
    | 'clearing'
    | 'disputed';
  /** Kind of ledger transaction that is posted with the transition; `orders/chargebacks` posts `chargeback`. */
  readonly posts: 'payment' | 'completion' | 'refund' | 'chargeback' | null;
}

/**
 * Every transition of an order (`docs/product/orders.md`). An order begins in `awaiting_payment`, or in
 * `awaiting_start` when the service is free; no other transitions are possible.
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
  // The seller is suspended, or buyer or seller closed the account, so a payment would be refunded at once.
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
    when: 'startable',
    posts: null,
  },
  // The seller or the team refunds, or the provider reports a full refund made in its panel.
  refundUnstarted: {
    from: 'awaiting_start',
    to: 'refunded',
    by: ['seller', 'admin', 'provider'],
    when: 'always',
    posts: 'refund',
  },
  // The buyer takes the order back before its start, by the right of withdrawal (CDC, art. 49).
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
  // The team refunds, or the provider reports a full refund made in its panel.
  refundStarted: {
    from: 'in_progress',
    to: 'refunded',
    by: ['admin', 'provider'],
    when: 'always',
    posts: 'refund',
  },
  // The provider reports a full refund that was made in its panel.
  refundClearing: {
    from: 'complete',
    to: 'refunded',
    by: ['provider'],
    when: 'clearing',
    posts: 'refund',
  },
  // Outcome of a dispute about an order in progress: the seller accepts or does not answer, or the team decides for the
  // buyer.
  refundDisputed: {
    from: 'in_progress',
    to: 'refunded',
    by: ['seller', 'admin', 'system'],
    when: 'disputed',
    posts: 'refund',
  },
  // Like `refundDisputed`, but for a completed order whose money the seller cannot withdraw yet.
  refundDisputedClearing: {
    from: 'complete',
    to: 'refunded',
    by: ['seller', 'admin', 'system'],
    when: 'disputed',
    posts: 'refund',
  },
  // Outcome of a dispute about an order in progress: the buyer accepts an offer, or the team decides for the seller or
  // for a partial refund.
  completeDisputed: {
    from: 'in_progress',
    to: 'complete',
    by: ['buyer', 'admin'],
    when: 'disputed',
    posts: 'completion',
  },
  // The buyer's bank takes the payment back.
  chargebackUnstarted: {
    from: 'awaiting_start',
    to: 'refunded',
    by: ['provider'],
    when: 'always',
    posts: 'chargeback',
  },
  chargebackStarted: {
    from: 'in_progress',
    to: 'refunded',
    by: ['provider'],
    when: 'always',
    posts: 'chargeback',
  },
  // This transition is possible even long after the money became available and was withdrawn.
  chargebackComplete: {
    from: 'complete',
    to: 'refunded',
    by: ['provider'],
    when: 'always',
    posts: 'chargeback',
  },
} as const satisfies Record<string, OrderTransition>;

export type OrderAction = keyof typeof orderTransitions;

/** Whether any transition with this action is allowed for the party `party`, in any state. */
export function isAllowedFor(orderAction: OrderAction, party: TransitionParty): boolean {
  const transition: OrderTransition = orderTransitions[orderAction];
  return transition.by.includes(party);
}

/** The first state of an order by what its buyer owes, in centavos; an order that costs nothing skips the payment. */
export function initialStatusOf(dueAmount: number): ServiceStatus {
  return dueAmount === 0 ? 'awaiting_start' : 'awaiting_payment';
}
