import type { DataEncryption } from '../../../platform/data-encryption.ts';
import type { PayoutReceiver } from '../../../ports/payout-provider.ts';
import { decryptPayee } from '../payout-profile/encrypt-payout-profile.ts';
import type { WithdrawalRow } from '../withdrawals/withdrawals-table.ts';

/**
 * The person whom the provider must pay: the payee stored with the withdrawal, so that every call names the same
 * person. Null when there is no payee, as in withdrawals from before payout profiles, or its key no longer exists; such
 * a withdrawal can only be paid by hand.
 */
export const findPayoutReceiver = (
  dataEncryption: DataEncryption,
  { id, payee }: Pick<WithdrawalRow, 'id' | 'payee'>,
): PayoutReceiver | null => (payee === null ? null : decryptPayee(dataEncryption, id, payee));
