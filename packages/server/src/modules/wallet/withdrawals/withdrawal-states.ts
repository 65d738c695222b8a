import {
  type PayoutProgress,
  type Withdrawal,
  withdrawalStatuses,
} from '@guilda/contract/money/wallet';

/**
 * States of a withdrawal in the database: those of the contract, and two more for payout providers. `sending`:
 * approved, and the provider is sending it. `unclear`: it is unknown whether the provider sent it, so the team must
 * find out; or the account is closed and the payout failed, so the team must pay it by hand.
 */
export const withdrawalRowStatuses = [...withdrawalStatuses, 'sending', 'unclear'] as const;
export type WithdrawalRowStatus = (typeof withdrawalRowStatuses)[number];

/** Whether a withdrawal in this state was handed to the payout provider. */
export const isHandedToProvider = (status: WithdrawalRowStatus): status is PayoutProgress =>
  status === 'sending' || status === 'unclear';

/**
 * The state that the contract shows for a state in the database. A withdrawal that was handed to the payout provider is
 * shown as `requested`, because older clients do not know its states.
 */
export const shownStatusOf = (status: WithdrawalRowStatus): Withdrawal['status'] =>
  isHandedToProvider(status) ? 'requested' : status;

/** The states in the database that the contract shows as `status`. */
export const statusesShownAs = (status: Withdrawal['status']): WithdrawalRowStatus[] =>
  withdrawalRowStatuses.filter((rowStatus) => shownStatusOf(rowStatus) === status);

/** States in which the money has left the seller's balance and has not been paid out. */
export const unpaidStatuses: readonly WithdrawalRowStatus[] = withdrawalRowStatuses.filter(
  (status) => status !== 'settled' && status !== 'refused',
);

/** One row of the state machine of withdrawals. */
export interface WithdrawalTransition {
  readonly from: readonly WithdrawalRowStatus[];
  readonly to: WithdrawalRowStatus;
  /**
   * Who causes the transition: an administrator, the record of the payout provider, or the system when it gives up
   * looking the payout up.
   */
  readonly by: 'admin' | 'provider' | 'system';
  /** Kind of the ledger transaction that is posted with the transition; null when none is posted. */
  readonly posts: 'payout' | 'withdrawal_refused' | 'payout_returned' | null;
}

/** States in which a withdrawal does not have all approvals yet. */
const unapprovedStatuses = ['requested', 'approved_once'] as const;

/** Whether a withdrawal in this state does not have all approvals yet. */
export const isUnapproved = (status: WithdrawalRowStatus): boolean =>
  unapprovedStatuses.some((unapprovedStatus) => unapprovedStatus === status);

/** States in which the team must still decide about a withdrawal. */
export const openWithdrawalStatuses = [...unapprovedStatuses, 'unclear'] as const;

/**
 * Every transition of a withdrawal; no other transitions are possible. A withdrawal begins in `requested`, when its
 * ledger transaction `withdrawal` is posted.
 */
export const withdrawalTransitions = {
  // The first of the two approvals of a large withdrawal.
  approve: { from: ['requested'], to: 'approved_once', by: 'admin', posts: null },
  // An administrator paid the withdrawal by hand.
  settle: { from: openWithdrawalStatuses, to: 'settled', by: 'admin', posts: 'payout' },
  refuse: {
    from: openWithdrawalStatuses,
    to: 'refused',
    by: 'admin',
    posts: 'withdrawal_refused',
  },
  // The withdrawal was approved for the payout provider.
  send: { from: unapprovedStatuses, to: 'sending', by: 'admin', posts: null },
  confirm: { from: ['sending', 'unclear'], to: 'settled', by: 'provider', posts: 'payout' },
  fail: {
    from: ['sending', 'unclear'],
    to: 'refused',
    by: 'provider',
    posts: 'withdrawal_refused',
  },
  // The bank returned the money after it had been paid.
  bounce: { from: ['settled'], to: 'refused', by: 'provider', posts: 'payout_returned' },
  giveUp: { from: ['sending'], to: 'unclear', by: 'system', posts: null },
} as const satisfies Record<string, WithdrawalTransition>;

export type WithdrawalAction = keyof typeof withdrawalTransitions;
