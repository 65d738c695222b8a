import { err, ok, type Result } from '../../../platform/result.ts';
import { openWithdrawalStatuses, type WithdrawalRowStatus } from './withdrawal-states.ts';
import type { WithdrawalRow } from './withdrawals-table.ts';

/**
 * An administrator's decision about a withdrawal: `settled` for one that was paid by hand, `sending` for one that the
 * payout provider shall pay.
 */
export type WithdrawalDecision =
  | { readonly status: 'settled' }
  | { readonly status: 'sending' }
  | { readonly status: 'refused'; readonly reason: string };

export const isOpenWithdrawal = ({ status }: Pick<WithdrawalRow, 'status'>): boolean =>
  openWithdrawalStatuses.some((open) => open === status);

/**
 * What an administrator's decision does to a withdrawal. `approve`: the first of two approvals; `repeat`: nothing,
 * because it was decided like that already.
 */
export type DecisionStep = 'approve' | 'settle' | 'send' | 'refuse' | 'repeat';

/** For each decision, the statuses in which it was carried out already. */
const carriedOut: Readonly<Record<WithdrawalDecision['status'], readonly WithdrawalRowStatus[]>> = {
  settled: ['settled'],
  sending: ['sending', 'unclear', 'settled'],
  refused: ['refused'],
};

/**
 * The step that a decision takes (`docs/product/money.md`). A refusal needs one administrator. Above `twoEyes` centavos
 * two different administrators settle: `second_admin_needed` when the one who approved first settles as well.
 */
export function decisionStepOf(
  withdrawal: Pick<WithdrawalRow, 'status' | 'amount' | 'firstApprovedBy'>,
  { status, decidedBy }: Pick<WithdrawalDecision, 'status'> & { readonly decidedBy: string },
  twoEyes: number,
): Result<DecisionStep, 'withdrawal_decided' | 'second_admin_needed'> {
  if (carriedOut[status].includes(withdrawal.status)) return ok('repeat');
  if (!isOpenWithdrawal(withdrawal)) return err('withdrawal_decided');
  if (status === 'refused') return ok('refuse');
  if (withdrawal.firstApprovedBy === decidedBy) return err('second_admin_needed');
  // What the provider was told to pay has had its approvals.
  const needsTwo = withdrawal.amount > twoEyes && withdrawal.status !== 'unclear';
  if (needsTwo && withdrawal.firstApprovedBy === null) return ok('approve');
  return ok(status === 'sending' ? 'send' : 'settle');
}
