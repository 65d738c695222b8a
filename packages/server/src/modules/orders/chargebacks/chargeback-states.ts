import type { ChargebackStatus } from './chargebacks-table.ts';

/** One row of the state machine of chargebacks. */
export interface ChargebackTransition {
  /** Status in the stored row; null when the chargeback is new. */
  readonly from: ChargebackStatus | null;
  readonly to: ChargebackStatus;
  /** Kind of ledger transaction that is posted if the order has money to move; null when no money moves. */
  readonly posts: 'chargeback' | 'chargeback_won' | null;
}

/**
 * Every transition of a chargeback (`docs/product/money.md`). The provider's record causes all of them. No row leads
 * out of `won` or back to `open`, so a record that arrives late changes nothing.
 */
export const chargebackTransitions: readonly ChargebackTransition[] = [
  { from: null, to: 'open', posts: 'chargeback' },
  // The event that announced the opening of the chargeback was lost.
  { from: null, to: 'lost', posts: 'chargeback' },
  // The chargeback became known only after the bank had decided for the seller, so no money moves.
  { from: null, to: 'won', posts: null },
  { from: 'open', to: 'lost', posts: null },
  { from: 'open', to: 'won', posts: 'chargeback_won' },
  // The bank corrected its decision.
  { from: 'lost', to: 'won', posts: 'chargeback_won' },
];

/** The transition between two statuses; null when it is not allowed or nothing changes. */
export const chargebackTransitionOf = (
  from: ChargebackStatus | null,
  to: ChargebackStatus,
): ChargebackTransition | null =>
  chargebackTransitions.find((row) => row.from === from && row.to === to) ?? null;
