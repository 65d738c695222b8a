import { type PayoutProgress, withdrawalStatuses } from '@guilda/contract/wallet';

/**
 * States of a withdrawal in the database: those of the contract, and two of a payout provider. `sending`: approved, and
 * the provider is sending it. `unclear`: nobody knows whether the provider sent it, so that the team has to look.
 */
export const withdrawalRowStatuses = [...withdrawalStatuses, 'sending', 'unclear'] as const;
export type WithdrawalRowStatus = (typeof withdrawalRowStatuses)[number];

/** The states that are `requested` in the contract, whose clients may be older than they are. */
export const isWithProvider = (status: WithdrawalRowStatus): status is PayoutProgress =>
  status === 'sending' || status === 'unclear';

/** States in which the money is neither with the seller nor at its end, so that it is still to be paid. */
export const unpaidStatuses: readonly WithdrawalRowStatus[] = withdrawalRowStatuses.filter(
  (status) => status !== 'settled' && status !== 'refused',
);

/** One row of the state machine of withdrawals. */
export interface WithdrawalTransition {
  readonly from: readonly WithdrawalRowStatus[];
  readonly to: WithdrawalRowStatus;
  /** An administrator, the record of the payout provider, or the system when it has to give up asking. */
  readonly by: 'admin' | 'provider' | 'system';
  /** The ledger movement that is posted with the transition. */
  readonly posts: 'payout' | 'withdrawal_refused' | 'payout_returned' | null;
}

/** States in which the team has not approved a withdrawal as often as it needs. */
const unapproved = ['requested', 'approved_once'] as const;

/** States in which the team has still to decide a withdrawal. */
export const openWithdrawalStatuses = [...unapproved, 'unclear'] as const;

/**
 * Every transition of a withdrawal (`docs/product/money.md`). A withdrawal begins in `requested`, with the movement
 * `withdrawal`; no other transitions are possible.
 */
export const withdrawalTransitions = {
  // The first of the two approvals of a large withdrawal.
  approve: { from: ['requested'], to: 'approved_once', by: 'admin', posts: null },
  // Paid by hand.
  settle: { from: openWithdrawalStatuses, to: 'settled', by: 'admin', posts: 'payout' },
  refuse: {
    from: openWithdrawalStatuses,
    to: 'refused',
    by: 'admin',
    posts: 'withdrawal_refused',
  },
  // Approved for the payout provider.
  send: { from: unapproved, to: 'sending', by: 'admin', posts: null },
  confirm: { from: ['sending', 'unclear'], to: 'settled', by: 'provider', posts: 'payout' },
  fail: {
    from: ['sending', 'unclear'],
    to: 'refused',
    by: 'provider',
    posts: 'withdrawal_refused',
  },
  // The bank returned money that had arrived.
  bounce: { from: ['settled'], to: 'refused', by: 'provider', posts: 'payout_returned' },
  giveUp: { from: ['sending'], to: 'unclear', by: 'system', posts: null },
} as const satisfies Record<string, WithdrawalTransition>;

export type WithdrawalAction = keyof typeof withdrawalTransitions;
