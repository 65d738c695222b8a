import type { SettlementStep } from '@guilda/contract/money/wallet';
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
 * because the same decision was made before; a settlement is repeated only by the same administrator.
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

/** A decision by the administrator `decidedBy`. */
export interface DecisionToTake extends Pick<WithdrawalDecision, 'status'> {
  readonly decidedBy: string;
  /** The step that the administrator's screen shows; undefined when the client does not say it. */
  readonly shownStep?: SettlementStep | undefined;
}

/** Whether the administrator's screen shows another step than the one that their decision would take. */
const isOtherStep = (step: DecisionStep, shownStep: SettlementStep | undefined): boolean =>
  shownStep !== undefined && (step === 'approve') !== (shownStep === 'first_approval');

/**
 * The step that a decision takes (`docs/product/money.md`). A refusal needs one administrator. Where
 * {@link needsTwoAdmins} says so, two different administrators must approve: the administrator who approved first gets
 * `second_admin_needed`. Only the administrator who settled or sent a withdrawal may repeat it: another one may have paid
 * it a second time, and gets `withdrawal_decided`. So does an administrator whose screen shows another step, which another
 * administrator has taken meanwhile.
 */
export function decisionStepOf(
  withdrawal: Pick<WithdrawalRow, 'status' | 'amount' | 'firstApprovedBy' | 'decidedBy'> & {
    readonly requestedBefore: number;
  },
  { status, decidedBy, shownStep }: DecisionToTake,
  secondApprovalAmount: number,
): Result<DecisionStep, 'withdrawal_decided' | 'second_admin_needed'> {
  const isRefusal = status === 'refused';
  if (statusesAfterDecision[status].includes(withdrawal.status))
    return isRefusal || withdrawal.decidedBy === decidedBy
      ? ok('repeat')
      : err('withdrawal_decided');
  if (!isOpenWithdrawal(withdrawal)) return err('withdrawal_decided');
  if (isRefusal) return ok('refuse');
  if (withdrawal.firstApprovedBy === decidedBy) return err('second_admin_needed');
  // A withdrawal that was handed to the provider has all its approvals.
  const lacksApproval = withdrawal.firstApprovedBy === null && withdrawal.status !== 'unclear';
  const isFirstApproval = lacksApproval && needsTwoAdmins(withdrawal, secondApprovalAmount);
  const step = isFirstApproval ? 'approve' : status === 'sending' ? 'send' : 'settle';
  return isOtherStep(step, shownStep) ? err('withdrawal_decided') : ok(step);
}
