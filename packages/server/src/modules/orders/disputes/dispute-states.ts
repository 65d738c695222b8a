import type { disputeOutcomes, disputeStates } from '@guilda/contract/orders/dispute';
import type { TransitionParty } from '../lifecycle/order-states.ts';

export type DisputeState = (typeof disputeStates)[number];
export type DisputeOutcome = (typeof disputeOutcomes)[number];

/** One row of the state machine of disputes. */
export interface DisputeTransition {
  readonly from: readonly DisputeState[];
  readonly by: TransitionParty;
  /** Outcome with which the transition ends the dispute; null when the dispute continues as `answered`. */
  readonly outcome: DisputeOutcome | null;
  /**
   * Condition besides state and party. `answerable`: only until the end of the time to answer; `overdue`: only after it;
   * `offered`: only when the seller has made an offer.
   */
  readonly when: 'always' | 'answerable' | 'overdue' | 'offered';
}

const unresolvedStates = ['open', 'answered'] as const;

/**
 * Every transition of a dispute (`docs/product/orders.md`). A dispute begins as `open`. The database transaction
 * that stores an outcome also moves the money, see `resolve-dispute.ts`.
 */
export const disputeTransitions = {
  contest: { from: ['open'], by: 'seller', outcome: null, when: 'answerable' },
  accept: { from: unresolvedStates, by: 'seller', outcome: 'refunded', when: 'always' },
  lapse: { from: ['open'], by: 'system', outcome: 'refunded', when: 'overdue' },
  acceptOffer: { from: ['answered'], by: 'buyer', outcome: 'partly_refunded', when: 'offered' },
  withdraw: { from: unresolvedStates, by: 'buyer', outcome: 'withdrawn', when: 'always' },
  decideRelease: { from: unresolvedStates, by: 'admin', outcome: 'released', when: 'always' },
  decideRefund: { from: unresolvedStates, by: 'admin', outcome: 'refunded', when: 'always' },
  decidePart: { from: unresolvedStates, by: 'admin', outcome: 'partly_refunded', when: 'always' },
  // The provider took the money back; the order's own transition moves the money.
  takeBack: { from: unresolvedStates, by: 'provider', outcome: 'refunded', when: 'always' },
} as const satisfies Record<string, DisputeTransition>;

export type DisputeAction = keyof typeof disputeTransitions;
