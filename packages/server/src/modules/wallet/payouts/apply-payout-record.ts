import type { Database, Db } from '../../../platform/database/pool.ts';
import { isUuid } from '../../../platform/uuid.ts';
import type { Ids } from '../../../ports/ids.ts';
import type { PayoutRecord, PayoutStatus } from '../../../ports/payout-provider.ts';
import { endWithdrawal, type WithdrawalEnd } from '../withdrawals/end-withdrawal.ts';
import { isWithProvider, type WithdrawalRowStatus } from '../withdrawals/withdrawal-states.ts';
import type { WithdrawalRow } from '../withdrawals/withdrawals-table.ts';
import { payoutReasons } from './payout-reasons.ts';
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

/** What a provider's record changed. */
export type PayoutOutcome = 'ended' | 'unchanged' | 'ignored';

/**
 * How a withdrawal in `status` ends with a payout in `state`; null when it stays as it is. Only what the provider itself
 * had paid (`known`) can come back from it: what an administrator paid by hand is not with the provider.
 */
function endOf(
  status: WithdrawalRowStatus,
  known: PayoutStatus | null,
  state: PayoutStatus,
): WithdrawalEnd | null {
  if (state === 'pending') return null;
  if (isWithProvider(status))
    return state === 'paid'
      ? { action: 'confirm' }
      : { action: 'fail', reason: payoutReasons[state] };
  if (status === 'settled' && known === 'paid' && state !== 'paid')
    return { action: 'bounce', reason: payoutReasons.returned };
  return null;
}

/** Why a record cannot be of this payout; null when it can. Such a record changes nothing: a person has to look. */
function mismatchOf(
  payout: PayoutRow,
  { amount }: WithdrawalRow,
  record: PayoutRecord,
): string | null {
  if (payout.providerPayoutId && payout.providerPayoutId !== record.providerPayoutId)
    return 'a withdrawal was sent twice';
  return amount === record.amount ? null : 'a payout has another amount than its withdrawal';
}

/** A state that is older than one that was seen before: the provider's answers can overtake each other. */
const isStale = (known: PayoutStatus | null, now: PayoutStatus) =>
  known === 'returned' ||
  (known === 'paid' && now === 'pending') ||
  (known === 'failed' && now !== 'paid');

async function applyToLocked(
  deps: ApplyPayoutDeps,
  tx: Db,
  record: PayoutRecord,
  { payout, withdrawal, ownerClosed }: LockedPayout,
): Promise<PayoutOutcome> {
  const { withdrawalId, status } = record;
  if (isStale(payout.status, status)) return 'unchanged';
  const mismatch = mismatchOf(payout, withdrawal, record);
  if (mismatch) {
    deps.log.error({ withdrawal: withdrawalId, payout: record.providerPayoutId }, mismatch);
    return 'ignored';
  }
  const { providerPayoutId } = record;
  await recordProviderState(tx, withdrawalId, { providerPayoutId, status });
  const end = endOf(withdrawal.status, payout.status, status);
  if (end) {
    await endWithdrawal(tx, deps.ids, { withdrawalId, ownerClosed }, end);
    return 'ended';
  }
  if (withdrawal.status === 'refused' && status === 'paid')
    deps.log.error(
      { withdrawal: withdrawalId },
      'a withdrawal that went back to the wallet was paid',
    );
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
  // Other programs may use the same account at the provider, and their references need not be UUIDs.
  if (!isUuid(withdrawalId)) return 'ignored';
  const known = await findPayout(deps.database.db, withdrawalId);
  if (known?.payout.provider !== provider) return 'ignored';
  if (record.status === 'paid' && record.amountReturned > 0)
    deps.log.error({ withdrawal: withdrawalId }, 'a part of a payout was returned');
  return deps.database.transaction(async (tx) => {
    const locked = await lockPayout(tx, known.withdrawal);
    return locked ? applyToLocked(deps, tx, record, locked) : 'unchanged';
  });
}
