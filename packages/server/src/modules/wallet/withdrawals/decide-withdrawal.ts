import type { AdminWithdrawal, SettlementStep } from '@guilda/contract/money/wallet';
import type { Person } from '../../../platform/actor.ts';
import type { AuditLog } from '../../../platform/audit-log.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { Ids } from '../../../ports/ids.ts';
import { lockConfirmation } from '../../identity/index.ts';
import { isActiveAdmin, lockAccounts } from '../../users/index.ts';
import { lockWallet } from '../ledger/ledger-store.ts';
import { type PayoutQueue, queuePayout } from '../payouts/payout-jobs.ts';
import { hasPayoutFailed, wasPaidByProvider } from '../payouts/payout-store.ts';
import { findDebt } from './debt.ts';
import { type DecisionStep, decisionStepOf, type WithdrawalDecision } from './decision-step.ts';
import { endWithdrawal, type WithdrawalEnd } from './end-withdrawal.ts';
import type { ListWithdrawalsForAdminDeps } from './list-withdrawals.ts';
import { toAdminWithdrawalWithPayee } from './view.ts';
import {
  findWithdrawalWithOwner,
  lockWithdrawal,
  markApprovedOnce,
  moveWithdrawal,
  sumRequestedBefore,
} from './withdrawal-store.ts';

export interface DecideWithdrawalDeps
  extends AuditLog<'withdrawal'>,
    PayoutQueue,
    Omit<ListWithdrawalsForAdminDeps, 'database'> {
  readonly database: Database;
  readonly ids: Ids;
}

type DecideWithdrawalRefusal =
  | 'withdrawal_not_found'
  | 'withdrawal_decided'
  | 'second_admin_needed'
  | 'confirmation_required'
  | 'withdrawal_in_debt'
  | 'forbidden';

export interface WithdrawalDecisionRequest {
  readonly decision: WithdrawalDecision;
  /** Proof of a fresh sign-in from the header `X-Confirmation`; empty when the request has none. */
  readonly confirmation: string;
  /** The step that the administrator's screen shows; undefined when the client does not say it. */
  readonly shownStep?: SettlementStep | undefined;
}

interface DecisionContext extends WithdrawalDecisionRequest {
  readonly id: string;
  readonly ownerId: string;
  readonly actor: Person;
}

/** Action and reason of the audit log entry of each step. */
function auditTextsOf(step: DecisionStep, decision: WithdrawalDecision) {
  if (decision.status === 'refused') return { action: 'refuse', reason: decision.reason };
  if (step === 'approve') return { action: 'approve', reason: 'Primeira de duas aprovações.' };
  return {
    action: 'settle',
    reason: step === 'send' ? 'Saque aprovado para envio.' : 'Saque pago.',
  };
}

/** Records that the payout provider must pay a withdrawal; a job sends it after the commit. */
async function sendWithdrawal(
  deps: DecideWithdrawalDeps,
  tx: Db,
  { id, actor }: DecisionContext,
): Promise<void> {
  const { payoutProvider } = deps;
  if (!payoutProvider) throw new Error('withdrawals are paid by hand');
  if (!(await moveWithdrawal(tx, id, 'send', { decidedBy: actor.uid })))
    throw new Error(`withdrawal ${id} cannot send`);
  await queuePayout(deps, tx, { withdrawalId: id, provider: payoutProvider.name });
}

/** Converts an administrator's decision to the end of the withdrawal. */
const withdrawalEndOf = ({
  decision,
  actor: { uid: decidedBy },
}: DecisionContext): WithdrawalEnd =>
  decision.status === 'refused'
    ? { action: 'refuse', decidedBy, reason: decision.reason }
    : { action: 'settle', decidedBy };

/** Takes one step of an open withdrawal, with its audit log entry. */
async function takeWithdrawalStep(
  deps: DecideWithdrawalDeps,
  tx: Db,
  decisionContext: DecisionContext,
  { step, isOwnerClosed }: { readonly step: DecisionStep; readonly isOwnerClosed: boolean },
): Promise<void> {
  const { id, actor, decision } = decisionContext;
  if (step === 'approve') await markApprovedOnce(tx, id, actor.uid);
  else if (step === 'send') await sendWithdrawal(deps, tx, decisionContext);
  else
    await endWithdrawal(
      tx,
      deps.ids,
      { withdrawalId: id, isOwnerClosed },
      withdrawalEndOf(decisionContext),
    );
  await deps.recordAuditEntry(tx, {
    actorId: actor.uid,
    subject: { kind: 'withdrawal', id },
    ...auditTextsOf(step, decision),
  });
}

/**
 * Decides a withdrawal in the transaction. `forbidden` when the actor is not an administrator any more. A decision that
 * changes nothing needs no confirmation.
 */
async function applyDecision(
  deps: DecideWithdrawalDeps,
  tx: Db,
  decisionContext: DecisionContext,
): Promise<Result<undefined, DecideWithdrawalRefusal>> {
  const { id, ownerId, actor, decision, confirmation, shownStep } = decisionContext;
  const lockedConfirmation = await lockConfirmation(tx, {
    actor,
    purpose: 'admin_money',
    confirmation,
  });
  // This lock prevents the owner from closing the account during the decision. The Pix key is erased once the
  // withdrawal is decided and the account is closed.
  const accountsToLock = { actorId: actor.uid, people: [ownerId], changesAccounts: false };
  const accounts = await lockAccounts(tx, accountsToLock);
  if (!isActiveAdmin(accounts.get(actor.uid))) return err('forbidden');
  const row = await lockWithdrawal(tx, id);
  if (!row) return err('withdrawal_not_found');
  const stepResult = decisionStepOf(
    { ...row, requestedBefore: await sumRequestedBefore(tx, id) },
    { status: decision.status, decidedBy: actor.uid, shownStep },
    deps.withdrawalTwoEyes,
  );
  if (!stepResult.ok) return stepResult;
  if (stepResult.value === 'repeat') {
    // Somebody who says that they paid by hand must read that the provider has paid as well.
    const isPaidTwice = decision.status === 'settled' && (await wasPaidByProvider(tx, id));
    return isPaidTwice ? err('withdrawal_decided') : ok(undefined);
  }
  await lockWallet(tx, ownerId);
  // Settling an unclear withdrawal only records a payment that was already made, unless its payout has failed.
  const isNewPayment = row.status !== 'unclear' || (await hasPayoutFailed(tx, id));
  const paysOut = decision.status !== 'refused' && isNewPayment;
  if (paysOut && (await findDebt(tx, ownerId)) > 0) return err('withdrawal_in_debt');
  if (!lockedConfirmation) return err('confirmation_required');
  const isOwnerClosed = accounts.get(ownerId)?.deletedAt !== null;
  await takeWithdrawalStep(deps, tx, decisionContext, { step: stepResult.value, isOwnerClosed });
  await lockedConfirmation.spend();
  return ok(undefined);
}

/**
 * Settles a withdrawal that was paid out, gives it to the payout provider, or refuses it, which makes its amount
 * available again. Above `withdrawalTwoEyes` centavos requested within a day the first approval only makes the withdrawal
 * `approved_once`, and another administrator settles or sends it. Repeating one's own decision, or any refusal, succeeds
 * and changes nothing. Refusals:
 * - `forbidden` for one's own withdrawal
 * - `withdrawal_decided` for a decided withdrawal unless it is a repetition, for recording a payment by hand that the
 *   provider has made, and when another step is due than the administrator's screen shows
 * - `second_admin_needed` for a second approval by the same administrator
 * - `withdrawal_in_debt` for paying out while the owner has a debt; a refused withdrawal pays the debt first
 * - `confirmation_required` without a confirmation for `admin_money`; this is checked last
 */
export const decideWithdrawal =
  (deps: DecideWithdrawalDeps) =>
  async (
    actor: Person,
    id: string,
    request: WithdrawalDecisionRequest,
  ): Promise<Result<{ withdrawal: AdminWithdrawal }, DecideWithdrawalRefusal>> => {
    const { database } = deps;
    const withdrawalWithOwner = await findWithdrawalWithOwner(database.db, id);
    if (!withdrawalWithOwner) return err('withdrawal_not_found');
    const { ownerId } = withdrawalWithOwner.withdrawal;
    if (ownerId === actor.uid) return err('forbidden');
    const decisionContext = { ...request, id, ownerId, actor };
    const decisionResult = await database.transaction((tx) =>
      applyDecision(deps, tx, decisionContext),
    );
    if (!decisionResult.ok) return decisionResult;
    const decidedWithdrawal = await findWithdrawalWithOwner(database.db, id);
    if (!decidedWithdrawal) return err('withdrawal_not_found');
    const viewOptions = { ...deps, now: deps.clock.now(), reader: actor.uid };
    return ok({ withdrawal: toAdminWithdrawalWithPayee(decidedWithdrawal, viewOptions) });
  };
