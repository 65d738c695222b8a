import type { AdminWithdrawal } from '@guilda/contract/money/wallet';

type SettleableWithdrawal = Pick<
  AdminWithdrawal,
  'needsTwoAdmins' | 'firstApproval' | 'payout' | 'automatic'
>;

/** Whether approving the withdrawal now would be the first of its two approvals. */
export const isFirstApproval = ({
  needsTwoAdmins,
  firstApproval,
  payout,
}: SettleableWithdrawal): boolean => needsTwoAdmins && firstApproval === null && payout === null;

/** Whether the person has a debt, which comes before any new transfer to them. */
export const hasDebt = ({ debt }: Pick<AdminWithdrawal, 'debt'>): boolean => Number(debt) > 0;

/** Whether a debt keeps the withdrawal from being paid; one whose Pix may have left can still be recorded as paid. */
export const isBlockedByDebt = (
  withdrawal: Pick<AdminWithdrawal, 'debt' | 'payout' | 'payoutFailed'>,
): boolean => hasDebt(withdrawal) && (withdrawal.payout === null || withdrawal.payoutFailed);

/** Label of the button that settles a withdrawal: approve it first, have the provider pay it, or mark it as paid. */
export function settleLabelOf(withdrawal: SettleableWithdrawal): string {
  if (isFirstApproval(withdrawal)) return 'Aprovar';
  return withdrawal.automatic ? 'Aprovar e enviar' : 'Marcar como pago';
}
