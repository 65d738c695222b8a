import type { DataSealer } from '../../../platform/sealed-data.ts';
import type { PayoutProvider } from '../../../ports/payout-provider.ts';
import { findDebt } from '../withdrawals/debt.ts';
import { endWithdrawal } from '../withdrawals/end-withdrawal.ts';
import { moveWithdrawal } from '../withdrawals/withdrawal-store.ts';
import { type ApplyPayoutDeps, applyPayoutRecord } from './apply-payout-record.ts';
import { payoutReasons } from './payout-reasons.ts';
import { findPayoutReceiver } from './payout-receiver.ts';
import {
  beginCall,
  claimPayoutsToAsk,
  closeUnsentPayout,
  findPayout,
  lockPayout,
  type PayoutOfWithdrawal,
} from './payout-store.ts';

export interface AdvancePayoutDeps extends ApplyPayoutDeps {
  /** Null when withdrawals are paid by hand. */
  readonly payoutProvider: PayoutProvider | null;
  /** Opens the payee of a withdrawal. */
  readonly dataSealer: DataSealer;
}

/** Maximum number of payouts that one run asks about; runs start every minute. */
const BATCH_SIZE = 10;

/**
 * Gives a withdrawal to the team: nobody knows whether the provider sent it, and asking again could send it a second
 * time. A notification of the provider can still end it.
 */
async function giveUp(deps: AdvancePayoutDeps, { payout }: PayoutOfWithdrawal, why: string) {
  const { withdrawalId, providerPayoutId } = payout;
  const given = await deps.database.transaction(async (tx) => {
    const closed = providerPayoutId !== null || (await closeUnsentPayout(tx, payout, null));
    return closed && (await moveWithdrawal(tx, withdrawalId, 'giveUp')) !== null;
  });
  if (given) deps.log.error({ withdrawal: withdrawalId, why }, 'a payout is unclear');
}

/** Returns the money when nothing can have been sent: at most `calls` calls were begun, and all of them were refused. */
async function returnUnsent(
  deps: AdvancePayoutDeps,
  { withdrawal, payout }: PayoutOfWithdrawal,
  { calls, reason }: { readonly calls: 0 | 1; readonly reason: string },
): Promise<void> {
  const { withdrawalId } = payout;
  await deps.database.transaction(async (tx) => {
    const locked = await lockPayout(tx, withdrawal);
    if (locked?.withdrawal.status !== 'sending') return;
    // Another call may have begun meanwhile and may be accepted.
    if (!(await closeUnsentPayout(tx, { withdrawalId, attempts: calls }, 'failed'))) return;
    const { ownerClosed } = locked;
    await endWithdrawal(tx, deps.ids, { withdrawalId, ownerClosed }, { action: 'fail', reason });
  });
}

/** Sends a payout, or sends it again with the same key when an earlier answer was lost. */
async function send(deps: AdvancePayoutDeps, provider: PayoutProvider, found: PayoutOfWithdrawal) {
  const { payout, withdrawal, keyForgotten } = found;
  const { withdrawalId, idempotencyKey } = payout;
  if (keyForgotten) return giveUp(deps, found, 'no answer in time');
  const receiver = findPayoutReceiver(deps.dataSealer, withdrawal);
  const { amount, pixKeyKind, pixKey } = withdrawal;
  if (!receiver || pixKey === null) return giveUp(deps, found, 'the receiver is not known');
  if (payout.attempts === 0 && (await findDebt(deps.database.db, withdrawal.ownerId)) > 0)
    return returnUnsent(deps, found, { calls: 0, reason: payoutReasons.debt });
  const call = await beginCall(deps.database.db, payout);
  if (call === null) return;
  const request = { withdrawalId, amount, pixKeyKind, pixKey, receiver, idempotencyKey };
  const answer = await provider.pay(request);
  if (answer.ok) {
    if (answer.value.withdrawalId !== withdrawalId)
      throw new Error(`the provider answered for another withdrawal than ${withdrawalId}`);
    await applyPayoutRecord(deps, provider.name, answer.value);
  } else if (answer.code === 'payout_refused' && call === 1) {
    await returnUnsent(deps, found, { calls: 1, reason: payoutReasons.refused });
  } else {
    // The scheduled job asks again, and gives up when the key may be forgotten.
    deps.log.warn({ withdrawal: withdrawalId, call, why: answer.code }, 'a payout has no answer');
  }
}

/**
 * Sends the payout of a withdrawal, or asks the provider about it (`docs/product/money.md`). Idempotent: may run more
 * than once and in several processes at a time, also after a crash at any point.
 */
export const advancePayout =
  (deps: AdvancePayoutDeps) =>
  async (withdrawalId: string): Promise<void> => {
    const { database, payoutProvider: provider, log } = deps;
    const found = await findPayout(database.db, withdrawalId);
    if (!found) return;
    const { payout, withdrawal } = found;
    if (provider?.name !== payout.provider) {
      if (withdrawal.status === 'sending') await giveUp(deps, found, 'another provider');
      return;
    }
    if (payout.providerPayoutId === null) {
      if (withdrawal.status === 'sending') await send(deps, provider, found);
      return;
    }
    const record = await provider.lookup({ providerPayoutId: payout.providerPayoutId });
    if (record.ok) await applyPayoutRecord(deps, provider.name, record.value);
    else log.warn({ withdrawal: withdrawalId, why: record.code }, 'asking about a payout failed');
  };

/** Advances the payouts whose answer or notification may have been lost, and looks for money that banks returned. */
export const askAboutPayouts = (deps: AdvancePayoutDeps) => async (): Promise<void> => {
  const advance = advancePayout(deps);
  for (const withdrawalId of await claimPayoutsToAsk(deps.database.db, BATCH_SIZE)) {
    await advance(withdrawalId).catch((error: unknown) =>
      deps.log.error({ withdrawal: withdrawalId, error }, 'asking about a payout broke off'),
    );
  }
};
