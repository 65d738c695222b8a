import type { DataEncryption } from '../../../platform/data-encryption.ts';
import type { PayoutProvider } from '../../../ports/payout-provider.ts';
import { findDebt } from '../withdrawals/debt.ts';
import { moveWithdrawal } from '../withdrawals/withdrawal-store.ts';
import { type ApplyPayoutDeps, applyPayoutRecord } from './apply-payout-record.ts';
import { failPayout } from './fail-payout.ts';
import { payoutReturnReasons } from './payout-reasons.ts';
import { findPayoutReceiver } from './payout-receiver.ts';
import {
  claimPayoutsToLookUp,
  closeUnsentPayout,
  findPayout,
  lockPayout,
  type PayoutOfWithdrawal,
  recordProviderCallStart,
} from './payout-store.ts';

export interface SendPayoutDeps extends ApplyPayoutDeps {
  /** The provider that sends withdrawals; null when administrators pay them by hand. */
  readonly payoutProvider: PayoutProvider | null;
  /** Decrypts the payee of a withdrawal. */
  readonly dataEncryption: DataEncryption;
}

/** Maximum number of payouts that one run looks up at the provider; runs start every minute. */
const BATCH_SIZE = 10;

/**
 * Hands a withdrawal over to the team when it is unknown whether the provider sent it and another call could send it
 * twice, or when it is pending for days. Does nothing when the withdrawal is not `sending` any more. A later notification of the provider can still end the withdrawal.
 */
async function handPayoutToTeam(
  deps: SendPayoutDeps,
  { payout }: PayoutOfWithdrawal,
  reason: string,
) {
  const { withdrawalId, providerPayoutId } = payout;
  const isClaimed = await deps.database.transaction(async (tx) => {
    const isClosed = providerPayoutId !== null || (await closeUnsentPayout(tx, payout, null));
    return isClosed && (await moveWithdrawal(tx, withdrawalId, 'giveUp')) !== null;
  });
  if (isClaimed) deps.log.error({ withdrawal: withdrawalId, why: reason }, 'a payout is unclear');
}

/**
 * Returns the money of a payout to the seller. Call it when nothing was sent: no request was made, or the provider
 * refused the only one. Does nothing when another process has started more than `startedCalls` requests by now.
 */
async function returnUnsentMoney(
  deps: SendPayoutDeps,
  { withdrawal, payout }: PayoutOfWithdrawal,
  { startedCalls, reason }: { readonly startedCalls: 0 | 1; readonly reason: string },
): Promise<void> {
  const { withdrawalId } = payout;
  await deps.database.transaction(async (tx) => {
    const lockedPayout = await lockPayout(tx, withdrawal);
    if (lockedPayout?.withdrawal.status !== 'sending') return;
    // If another process has started a further call, nothing is returned, because the provider may accept that call.
    if (!(await closeUnsentPayout(tx, { withdrawalId, attempts: startedCalls }, 'failed'))) return;
    await failPayout(deps, tx, lockedPayout, reason);
  });
}

/** Sends a payout, or sends it again with the same idempotency key when an earlier answer was lost. */
async function sendPayout(
  deps: SendPayoutDeps,
  provider: PayoutProvider,
  payoutOfWithdrawal: PayoutOfWithdrawal,
) {
  const { payout, withdrawal, isKeyForgotten } = payoutOfWithdrawal;
  const { withdrawalId, idempotencyKey } = payout;
  if (isKeyForgotten) return handPayoutToTeam(deps, payoutOfWithdrawal, 'no answer in time');
  const receiver = findPayoutReceiver(deps.dataEncryption, withdrawal);
  const { amount, pixKeyKind, pixKey } = withdrawal;
  if (!receiver || pixKey === null)
    return handPayoutToTeam(deps, payoutOfWithdrawal, 'the receiver is not known');
  if (payout.attempts === 0 && (await findDebt(deps.database.db, withdrawal.ownerId)) > 0)
    return returnUnsentMoney(deps, payoutOfWithdrawal, {
      startedCalls: 0,
      reason: payoutReturnReasons.debt,
    });
  const callNumber = await recordProviderCallStart(deps.database.db, payout);
  if (callNumber === null) return;
  const request = { withdrawalId, amount, pixKeyKind, pixKey, receiver, idempotencyKey };
  const answer = await provider.pay(request);
  if (answer.ok) {
    if (answer.value.withdrawalId !== withdrawalId)
      throw new Error(`the provider answered for another withdrawal than ${withdrawalId}`);
    await applyPayoutRecord(deps, provider.name, answer.value);
  } else if (answer.code === 'payout_refused' && callNumber === 1) {
    await returnUnsentMoney(deps, payoutOfWithdrawal, {
      startedCalls: 1,
      reason: payoutReturnReasons.refused,
    });
  } else {
    // The scheduled job looks the payout up again, and gives up once the provider may have forgotten the idempotency
    // key.
    deps.log.warn(
      { withdrawal: withdrawalId, call: callNumber, why: answer.code },
      'a payout has no answer',
    );
  }
}

/**
 * Sends the payout of a withdrawal, or looks it up at the provider when it was sent before (`docs/product/money.md`).
 * Idempotent: may run more than once and in several processes at a time, also after a crash at any point.
 */
export const sendOrLookUpPayout =
  (deps: SendPayoutDeps) =>
  async (withdrawalId: string): Promise<void> => {
    const { database, payoutProvider, log } = deps;
    const payoutOfWithdrawal = await findPayout(database.db, withdrawalId);
    if (!payoutOfWithdrawal) return;
    const { payout, withdrawal, isOverdue } = payoutOfWithdrawal;
    if (payoutProvider?.name !== payout.provider) {
      if (withdrawal.status === 'sending')
        await handPayoutToTeam(deps, payoutOfWithdrawal, 'another provider');
      return;
    }
    if (payout.providerPayoutId === null) {
      if (withdrawal.status === 'sending')
        await sendPayout(deps, payoutProvider, payoutOfWithdrawal);
      return;
    }
    const lookupResult = await payoutProvider.lookup({ providerPayoutId: payout.providerPayoutId });
    if (lookupResult.ok) await applyPayoutRecord(deps, payoutProvider.name, lookupResult.value);
    else
      log.warn(
        { withdrawal: withdrawalId, why: lookupResult.code },
        'asking about a payout failed',
      );
    // Does nothing when the provider's record has ended the withdrawal.
    if (isOverdue) await handPayoutToTeam(deps, payoutOfWithdrawal, 'pending for days');
  };

/**
 * Looks up the payouts whose answer or notification may have been lost, and those whose money a bank may have returned.
 */
export const lookUpDuePayouts = (deps: SendPayoutDeps) => async (): Promise<void> => {
  const sendOrLookUp = sendOrLookUpPayout(deps);
  for (const withdrawalId of await claimPayoutsToLookUp(deps.database.db, BATCH_SIZE)) {
    await sendOrLookUp(withdrawalId).catch((error: unknown) =>
      deps.log.error({ withdrawal: withdrawalId, error }, 'asking about a payout broke off'),
    );
  }
};
