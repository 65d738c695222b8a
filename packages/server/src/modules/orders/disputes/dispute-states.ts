import type { disputeOutcomes, disputeStates } from '@guilda/contract/order-dispute';
import type { TransitionParty } from '../lifecycle/order-states.ts';

export type DisputeState = (typeof disputeStates)[number];
export type DisputeOutcome = (typeof disputeOutcomes)[number];

/** One row of the state machine of disputes. */
export interface DisputeTransition {
  readonly from: readonly DisputeState[];
  readonly by: TransitionParty;
  /** How the dispute ends; null when it goes on as `answered`. */
  readonly outcome: DisputeOutcome | null;
  /** Condition besides state and party. `overdue`: only after the time to answer; `offered`: only with an offer. */
  readonly when: 'always' | 'overdue' | 'offered';
}

const unresolved = ['open', 'answered'] as const;

/**
 * Every transition of a dispute (`docs/product/orders.md`). A dispute begins as `open`. The money of an outcome moves in
 * the same transaction, see `resolve-dispute.ts`.
 */
export const disputeTransitions = {
  contest: { from: ['open'], by: 'seller', outcome: null, when: 'always' },
  accept: { from: unresolved, by: 'seller', outcome: 'refunded', when: 'always' },
  lapse: { from: ['open'], by: 'system', outcome: 'refunded', when: 'overdue' },
  acceptOffer: { from: ['answered'], by: 'buyer', outcome: 'partly_refunded', when: 'offered' },
  withdraw: { from: unresolved, by: 'buyer', outcome: 'withdrawn', when: 'always' },
  decideRelease: { from: unresolved, by: 'admin', outcome: 'released', when: 'always' },
  decideRefund: { from: unresolved, by: 'admin', outcome: 'refunded', when: 'always' },
  decidePart: { from: unresolved, by: 'admin', outcome: 'partly_refunded', when: 'always' },
  // The provider took the money back; the order's own transition moves the money.
  takeBack: { from: unresolved, by: 'provider', outcome: 'refunded', when: 'always' },
} as const satisfies Record<string, DisputeTransition>;

export type DisputeAction = keyof typeof disputeTransitions;
