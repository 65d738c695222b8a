import { err, ok, type Result } from '../../../platform/result.ts';
import { openWithdrawalStatuses, type WithdrawalRowStatus } from './withdrawal-states.ts';
import type { WithdrawalRow } from './withdrawals-table.ts';

/**
 * An administrator's decision about a withdrawal: `settled` when it was paid by hand, `sending` when the payout
 * provider must pay it.
 */
export type WithdrawalDecision =
  | { readonly status: 'settled' }
  | { readonly status: 'sending' }
  | { readonly status: 'refused'; readonly reason: string };

export const isOpenWithdrawal = ({ status }: Pick<WithdrawalRow, 'status'>): boolean =>
  openWithdrawalStatuses.some((openStatus) => openStatus === status);

/**
 * Effect of an administrator's decision on a withdrawal. `approve`: the first of two approvals; `repeat`: no effect,
 * because the same decision was made before.
 */
export type DecisionStep = 'approve' | 'settle' | 'send' | 'refuse' | 'repeat';

/** For each decision, the statuses that show that the decision was already made. */
const statusesAfterDecision: Readonly<
  Record<WithdrawalDecision['status'], readonly WithdrawalRowStatus[]>
> = {
  settled: ['settled'],
  sending: ['sending', 'unclear', 'settled'],
  refused: ['refused'],
};

/**
 * Whether two administrators must approve a withdrawal: it is above `secondApprovalAmount` centavos together with what
 * its owner had requested in the day before it (`requestedBefore`, in centavos). Otherwise one administrator could pay a
 * large amount out in parts. Decisions about the other withdrawals only change the answer when they refuse one.
 */
export const needsTwoAdmins = (
  { amount, requestedBefore }: { readonly amount: number; readonly requestedBefore: number },
  secondApprovalAmount: number,
): boolean => amount + requestedBefore > secondApprovalAmount;

/**
 * The step that a decision takes (`docs/product/money.md`). A refusal needs one administrator. Where
 * {@link needsTwoAdmins} says so, two different administrators must approve: the administrator who approved first gets
 * `second_admin_needed`.
 */
export function decisionStepOf(
  withdrawal: Pick<WithdrawalRow, 'status' | 'amount' | 'firstApprovedBy'> & {
    readonly requestedBefore: number;
  },
  { status, decidedBy }: Pick<WithdrawalDecision, 'status'> & { readonly decidedBy: string },
  secondApprovalAmount: number,
): Result<DecisionStep, 'withdrawal_decided' | 'second_admin_needed'> {
  if (statusesAfterDecision[status].includes(withdrawal.status)) return ok('repeat');
  if (!isOpenWithdrawal(withdrawal)) return err('withdrawal_decided');
  if (status === 'refused') return ok('refuse');
  if (withdrawal.firstApprovedBy === decidedBy) return err('second_admin_needed');
  // A withdrawal that was handed to the provider has all its approvals.
  const lacksApproval = withdrawal.firstApprovedBy === null && withdrawal.status !== 'unclear';
  if (lacksApproval && needsTwoAdmins(withdrawal, secondApprovalAmount)) return ok('approve');
  return ok(status === 'sending' ? 'send' : 'settle');
}
