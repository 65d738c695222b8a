import { err, ok, type Result } from '../../../platform/result.ts';
import type { WithdrawalRow } from './withdrawals-table.ts';

/** An administrator's decision about a withdrawal. */
export type WithdrawalDecision =
  | { readonly status: 'settled' }
  | { readonly status: 'refused'; readonly reason: string };

/** Statuses in which the team has still to decide a withdrawal. */
export const openWithdrawalStatuses = ['requested', 'approved_once'] as const;

export const isOpenWithdrawal = ({ status }: Pick<WithdrawalRow, 'status'>): boolean =>
  openWithdrawalStatuses.some((open) => open === status);

/**
 * What an administrator's decision does to a withdrawal. `approve`: the first of two approvals; `repeat`: nothing,
 * because it was decided like that already.
 */
export type DecisionStep = 'approve' | 'settle' | 'refuse' | 'repeat';

/**
 * The step that a decision takes (`docs/product/money.md`). A refusal needs one administrator. Above `twoEyes` centavos
 * two different administrators settle: `second_admin_needed` when the one who approved first settles as well.
 */
export function decisionStepOf(
  withdrawal: Pick<WithdrawalRow, 'status' | 'amount' | 'firstApprovedBy'>,
  { status, decidedBy }: Pick<WithdrawalDecision, 'status'> & { readonly decidedBy: string },
  twoEyes: number,
): Result<DecisionStep, 'withdrawal_decided' | 'second_admin_needed'> {
  if (withdrawal.status === status) return ok('repeat');
  if (!isOpenWithdrawal(withdrawal)) return err('withdrawal_decided');
  if (status === 'refused') return ok('refuse');
  if (withdrawal.firstApprovedBy === decidedBy) return err('second_admin_needed');
  const needsTwo = withdrawal.amount > twoEyes;
  return ok(needsTwo && withdrawal.firstApprovedBy === null ? 'approve' : 'settle');
}
