import type { Db } from '../../../platform/database/pool.ts';
import type { PayoutReceiver } from '../../../ports/payout-provider.ts';
import { findUser } from '../../users/index.ts';
import type { WithdrawalRow } from '../withdrawals/withdrawals-table.ts';

/** Whether somebody knows whom the provider shall pay. */
export const isReceiverKnown = ({
  pixKeyKind,
  pixKey,
}: Pick<WithdrawalRow, 'pixKeyKind' | 'pixKey'>): boolean =>
  pixKeyKind === 'cpf' && pixKey !== null;

/**
 * The person whom the provider shall pay; null when nobody knows their CPF, so that the withdrawal can only be paid by
 * hand. A Pix key that is a CPF names its owner.
 */
export async function findPayoutReceiver(
  db: Db,
  withdrawal: Pick<WithdrawalRow, 'ownerId' | 'pixKeyKind' | 'pixKey'>,
): Promise<PayoutReceiver | null> {
  const { ownerId, pixKey } = withdrawal;
  if (!isReceiverKnown(withdrawal) || pixKey === null) return null;
  const owner = await findUser(db, ownerId);
  return { legalName: owner?.displayName ?? '', cpf: pixKey };
}
