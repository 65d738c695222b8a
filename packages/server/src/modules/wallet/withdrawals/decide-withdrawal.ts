import { formatBrl } from '@guilda/contract/money';
import type { AdminWithdrawal } from '@guilda/contract/wallet';
import type { Person } from '../../../platform/actor.ts';
import type { AuditLog } from '../../../platform/audit-log.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Ids } from '../../../ports/ids.ts';
import type { PayoutProvider } from '../../../ports/payout-provider.ts';
import { recordNotification } from '../../notifications/index.ts';
import { isActiveAdmin, lockForModeration } from '../../users/index.ts';
import { postPayout, postWithdrawalRefusal } from '../ledger/ledger.ts';
import { type PayoutQueue, queuePayout } from '../payouts/payout-jobs.ts';
import { toAdminWithdrawal } from './view.ts';
import type { WithdrawalRowStatus } from './withdrawal-states.ts';
import {
  erasePixKeys,
  findWithdrawalWithOwner,
  markWithdrawalDecided,
  type WithdrawalDecision,
} from './withdrawal-store.ts';

export interface DecideWithdrawalDeps extends AuditLog<'withdrawal'>, PayoutQueue {
  readonly database: Database;
  /** Null when withdrawals are paid by hand. */
  readonly payoutProvider: Pick<PayoutProvider, 'name'> | null;
  readonly clock: Clock;
  readonly ids: Ids;
}

type DecideWithdrawalRefusal = 'withdrawal_not_found' | 'withdrawal_decided' | 'forbidden';

interface DecidedWithdrawal {
  readonly id: string;
  readonly ownerId: string;
  readonly decidedBy: string;
  readonly decision: WithdrawalDecision;
}

/** A decision that ends a withdrawal; the seller is told about it. */
type FinalDecision = Exclude<WithdrawalDecision, { readonly status: 'sending' }>;

/** pt-BR text of the seller's notification about a decision; `amount` in centavos. */
function notificationText(decision: FinalDecision, amount: number): string {
  const money = formatBrl(amount);
  if (decision.status === 'settled') return `Seu saque de ${money} foi pago.`;
  return `Seu saque de ${money} foi recusado e o valor está disponível de novo. Motivo: ${decision.reason}`;
}

function notifyOwner(
  { ids }: DecideWithdrawalDeps,
  tx: Db,
  { id, ownerId }: DecidedWithdrawal,
  decision: FinalDecision,
  amount: number,
) {
  const event = `withdrawal_${decision.status}` as const;
  return recordNotification(tx, ids, {
    receiverId: ownerId,
    senderId: null,
    source: { type: 'payment', event },
    content: notificationText(decision, amount),
    ids: { withdrawalId: id },
    dedupeKey: `withdrawal:${id}`,
  });
}

const auditReasons = { settled: 'Saque pago.', sending: 'Saque aprovado para envio.' } as const;

const auditEntryOf = ({ id, decidedBy, decision }: DecidedWithdrawal) => ({
  actorId: decidedBy,
  action: decision.status === 'refused' ? 'refuse' : 'settle',
  subject: { kind: 'withdrawal', id } as const,
  reason: decision.status === 'refused' ? decision.reason : auditReasons[decision.status],
});

/** Posts a final decision and tells the seller; a withdrawal for the payout provider is queued instead. */
async function carryOut(
  deps: DecideWithdrawalDeps,
  tx: Db,
  decided: DecidedWithdrawal,
  amount: number,
): Promise<void> {
  const { id, ownerId, decision } = decided;
  if (decision.status === 'sending') {
    if (!deps.payoutProvider) throw new Error('withdrawals are paid by hand');
    await queuePayout(deps, tx, { withdrawalId: id, provider: deps.payoutProvider.name });
    return;
  }
  const post = decision.status === 'settled' ? postPayout : postWithdrawalRefusal;
  if (!(await post(tx, deps.ids, { withdrawalId: id, ownerId, amount })))
    throw new Error(`the ledger already holds the end of ${id}`);
  await notifyOwner(deps, tx, decided, decision, amount);
}

/**
 * Decides an open withdrawal and writes the ledger movement, audit log entry and notification. Changes nothing when the
 * withdrawal is decided already. `forbidden` when the actor is not an administrator any more.
 */
async function applyDecision(
  deps: DecideWithdrawalDeps,
  tx: Db,
  decided: DecidedWithdrawal,
): Promise<Result<undefined, 'forbidden'>> {
  const { id, ownerId, decidedBy, decision } = decided;
  // With this lock the owner cannot close the account meanwhile. The later of decision and closing erases the Pix key.
  const accounts = await lockForModeration(tx, {
    actorId: decidedBy,
    people: [ownerId],
    whole: false,
  });
  if (!isActiveAdmin(accounts.get(decidedBy))) return err('forbidden');
  const row = await markWithdrawalDecided(tx, id, { ...decision, decidedBy });
  if (!row) return ok(undefined);
  await carryOut(deps, tx, decided, row.amount);
  if (accounts.get(ownerId)?.deletedAt !== null) await erasePixKeys(tx, ownerId);
  await deps.recordAuditEntry(tx, auditEntryOf(decided));
  return ok(undefined);
}

/** States in which a repeated decision was carried out already. */
const carriedOut: Readonly<Record<WithdrawalDecision['status'], readonly WithdrawalRowStatus[]>> = {
  settled: ['settled'],
  sending: ['sending', 'unclear', 'settled'],
  refused: ['refused'],
};

/**
 * Settles a withdrawal that was paid out, gives it to the payout provider, or refuses it, which makes its amount available
 * again. Administrators cannot decide their own withdrawals. Repeating the same decision succeeds and changes nothing; a
 * different decision about a decided withdrawal is `withdrawal_decided`.
 */
export const decideWithdrawal =
  (deps: DecideWithdrawalDeps) =>
  async (
    actor: Person,
    id: string,
    decision: WithdrawalDecision,
  ): Promise<Result<{ withdrawal: AdminWithdrawal }, DecideWithdrawalRefusal>> => {
    const { database, clock } = deps;
    const found = await findWithdrawalWithOwner(database.db, id);
    if (!found) return err('withdrawal_not_found');
    const { ownerId } = found.withdrawal;
    if (ownerId === actor.uid) return err('forbidden');
    const decided = { id, ownerId, decidedBy: actor.uid, decision };
    const allowed = await database.transaction((tx) => applyDecision(deps, tx, decided));
    if (!allowed.ok) return allowed;
    const after = await findWithdrawalWithOwner(database.db, id);
    if (!after || !carriedOut[decision.status].includes(after.withdrawal.status))
      return err('withdrawal_decided');
    return ok({ withdrawal: toAdminWithdrawal(after, clock.now(), deps.payoutProvider !== null) });
  };
