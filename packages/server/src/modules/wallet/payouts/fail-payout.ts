import type { Db } from '../../../platform/database/pool.ts';
import type { Ids } from '../../../ports/ids.ts';
import { findDebt } from '../withdrawals/debt.ts';
import { endWithdrawal } from '../withdrawals/end-withdrawal.ts';
import { moveWithdrawal } from '../withdrawals/withdrawal-store.ts';
import type { LockedPayout } from './payout-store.ts';

interface FailPayoutDeps {
  readonly ids: Ids;
  readonly log: { error(fields: object, message: string): void };
}

/**
 * Returns the money of a failed payout to the wallet, with a pt-BR `reason` for the seller. Nobody can use the wallet of a
 * closed account, so its withdrawal becomes `unclear` instead and keeps Pix key and payee, with which the team pays it by
 * hand (`docs/product/money.md`, M-17); unless there is a debt that takes all of the money.
 */
export async function failPayout(
  { ids, log }: FailPayoutDeps,
  tx: Db,
  { withdrawal, isOwnerClosed }: Pick<LockedPayout, 'withdrawal' | 'isOwnerClosed'>,
  reason: string,
): Promise<void> {
  const { id: withdrawalId, ownerId, amount, status } = withdrawal;
  if (!isOwnerClosed || (await findDebt(tx, ownerId)) >= amount) {
    await endWithdrawal(tx, ids, { withdrawalId, isOwnerClosed }, { action: 'fail', reason });
    return;
  }
  if (status === 'sending') await moveWithdrawal(tx, withdrawalId, 'giveUp');
  log.error({ withdrawal: withdrawalId }, 'a payout of a closed account failed');
}
