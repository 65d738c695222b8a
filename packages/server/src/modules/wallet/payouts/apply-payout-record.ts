import type { Database, Db } from '../../../platform/database/pool.ts';
import { isUuid } from '../../../platform/uuid.ts';
import type { Ids } from '../../../ports/ids.ts';
import type { PayoutRecord, PayoutStatus } from '../../../ports/payout-provider.ts';
import { endWithdrawal, type WithdrawalEnd } from '../withdrawals/end-withdrawal.ts';
import { isHandedToProvider, type WithdrawalRowStatus } from '../withdrawals/withdrawal-states.ts';
import type { WithdrawalRow } from '../withdrawals/withdrawals-table.ts';
import { failPayout } from './fail-payout.ts';
import { payoutReturnReasons } from './payout-reasons.ts';
import { findPayout, type LockedPayout, lockPayout, recordProviderState } from './payout-store.ts';
import type { PayoutRow } from './payouts-table.ts';

export interface ApplyPayoutDeps {
  readonly database: Database;
  readonly ids: Ids;
  readonly log: {
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
}

/**
 * Effect of a provider's record on a withdrawal: `ended`: the withdrawal ended, or the team must end it; `unchanged`: nothing had to change;
 * `ignored`: the record belongs to no known payout, or contradicts the payout.
 */
export type PayoutOutcome = 'ended' | 'unchanged' | 'ignored';

/**
 * How a withdrawal in `status` ends when the provider reports that its payout is in `reportedStatus`; null when it does
 * not change. A bank can return only a payment that the provider itself made (`storedStatus` is `paid`), because the
 * provider does not know a payment that an administrator made by hand.
 */
function withdrawalEndOf(
  status: WithdrawalRowStatus,
  storedStatus: PayoutStatus | null,
  reportedStatus: PayoutStatus,
): WithdrawalEnd | null {
  if (reportedStatus === 'pending') return null;
  if (isHandedToProvider(status))
    return reportedStatus === 'paid'
      ? { action: 'confirm' }
      : { action: 'fail', reason: payoutReturnReasons[reportedStatus] };
  if (status === 'settled' && storedStatus === 'paid' && reportedStatus !== 'paid')
    return { action: 'bounce', reason: payoutReturnReasons.returned };
  return null;
}

/**
 * Why a record cannot belong to this payout; null when it can. A mismatching record changes nothing, because a person
 * must look at it.
 */
function mismatchOf(
  payout: PayoutRow,
  { amount }: WithdrawalRow,
  record: PayoutRecord,
): string | null {
  if (payout.providerPayoutId && payout.providerPayoutId !== record.providerPayoutId)
    return 'a withdrawal was sent twice';
  return amount === record.amount ? null : 'a payout has another amount than its withdrawal';
}

/** Whether a record is outdated: the provider's records may arrive in another order than they were created. */
const isStale = (storedStatus: PayoutStatus | null, reportedStatus: PayoutStatus) =>
  storedStatus === 'returned' ||
  (storedStatus === 'paid' && reportedStatus === 'pending') ||
  (storedStatus === 'failed' && reportedStatus !== 'paid');

async function applyToLockedPayout(
  deps: ApplyPayoutDeps,
  tx: Db,
  record: PayoutRecord,
  lockedPayout: LockedPayout,
): Promise<PayoutOutcome> {
  const { payout, withdrawal, isOwnerClosed } = lockedPayout;
  const { withdrawalId, status } = record;
  if (isStale(payout.status, status)) return 'unchanged';
  const mismatch = mismatchOf(payout, withdrawal, record);
  if (mismatch) {
    deps.log.error({ withdrawal: withdrawalId, payout: record.providerPayoutId }, mismatch);
    return 'ignored';
  }
  const { providerPayoutId } = record;
  await recordProviderState(tx, withdrawalId, { providerPayoutId, status });
  const withdrawalEnd = withdrawalEndOf(withdrawal.status, payout.status, status);
  if (withdrawalEnd?.action === 'fail') {
    await failPayout(deps, tx, lockedPayout, withdrawalEnd.reason);
    return 'ended';
  }
  if (withdrawalEnd) {
    if (withdrawalEnd.action === 'bounce' && isOwnerClosed)
      deps.log.error({ withdrawal: withdrawalId }, 'a payout of a closed account was returned');
    await endWithdrawal(tx, deps.ids, { withdrawalId, isOwnerClosed }, withdrawalEnd);
    return 'ended';
  }
  if (withdrawal.status === 'refused' && status === 'paid')
    deps.log.error(
      { withdrawal: withdrawalId },
      'a withdrawal that went back to the wallet was paid',
    );
  if (withdrawal.status === 'settled' && payout.status === 'failed')
    deps.log.error({ withdrawal: withdrawalId }, 'a withdrawal that was paid by hand was paid');
  return 'unchanged';
}

/**
 * Applies the provider's record of a payout to its withdrawal (`docs/product/money.md`). Idempotent, and independent of
 * the order in which records arrive. Records of unknown withdrawals are ignored.
 */
export async function applyPayoutRecord(
  deps: ApplyPayoutDeps,
  provider: string,
  record: PayoutRecord,
): Promise<PayoutOutcome> {
  const { withdrawalId } = record;
  // Other programs may use the same account at the provider with references that are not UUIDs.
  if (!isUuid(withdrawalId)) return 'ignored';
  const payout = await findPayout(deps.database.db, withdrawalId);
  if (payout?.payout.provider !== provider) return 'ignored';
  if (record.status === 'paid' && record.amountReturned > 0)
    deps.log.error({ withdrawal: withdrawalId }, 'a part of a payout was returned');
  return deps.database.transaction(async (tx) => {
    const lockedPayout = await lockPayout(tx, payout.withdrawal);
    return lockedPayout ? applyToLockedPayout(deps, tx, record, lockedPayout) : 'unchanged';
  });
}
