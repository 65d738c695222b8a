import type { DataSealer } from '../../../platform/sealed-data.ts';
import type { PayoutReceiver } from '../../../ports/payout-provider.ts';
import { openPayee } from '../payout-profile/sealed-payout-profile.ts';
import type { WithdrawalRow } from '../withdrawals/withdrawals-table.ts';

/** Whether a withdrawal names whom the provider shall pay; those from before payout profiles do not. */
export const isReceiverKnown = ({ payee }: Pick<WithdrawalRow, 'payee'>): boolean => payee !== null;

/**
 * The person whom the provider shall pay: the payee that the withdrawal keeps, so that every call names the same. Null when
 * there is none, or its key is not there any more; such a withdrawal can only be paid by hand.
 */
export const findPayoutReceiver = (
  sealer: DataSealer,
  { id, payee }: Pick<WithdrawalRow, 'id' | 'payee'>,
): PayoutReceiver | null => (payee === null ? null : openPayee(sealer, id, payee));
