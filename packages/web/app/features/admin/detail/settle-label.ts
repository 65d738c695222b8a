import type { AdminWithdrawal } from '@guilda/contract/wallet';

type Decidable = Pick<AdminWithdrawal, 'needsTwoAdmins' | 'firstApproval' | 'payout' | 'automatic'>;

/** Whether settling a withdrawal is the first of its two approvals. */
export const isFirstApproval = ({ needsTwoAdmins, firstApproval, payout }: Decidable): boolean =>
  needsTwoAdmins && firstApproval === null && payout === null;

/** What settling a withdrawal is called: a first approval, an order to the payout provider, or a payment by hand. */
export function settleLabelOf(withdrawal: Decidable): string {
  if (isFirstApproval(withdrawal)) return 'Aprovar';
  return withdrawal.automatic ? 'Aprovar e enviar' : 'Marcar como pago';
}
