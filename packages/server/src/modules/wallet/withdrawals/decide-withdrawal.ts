import { formatBrl } from '@guilda/contract/money';
import type { AdminWithdrawal } from '@guilda/contract/wallet';
import type { Person } from '../../../platform/actor.ts';
import type { AuditLog } from '../../../platform/audit-log.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Ids } from '../../../ports/ids.ts';
import { recordNotification } from '../../notifications/index.ts';
import { isActiveAdmin, lockForModeration } from '../../users/index.ts';
import { postPayout, postWithdrawalRefusal } from '../ledger/ledger.ts';
import { toAdminWithdrawal } from './view.ts';
import {
  erasePixKeys,
  findWithdrawalWithOwner,
  markWithdrawalDecided,
  type WithdrawalDecision,
} from './withdrawal-store.ts';

export interface DecideWithdrawalDeps extends AuditLog<'withdrawal'> {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
}

type DecideWithdrawalRefusal =
  | 'withdrawal_not_found'
  | 'withdrawal_decided'
  | 'withdrawal_in_debt'
  | 'forbidden';

interface DecidedWithdrawal {
  readonly id: string;
  readonly ownerId: string;
  readonly decidedBy: string;
  readonly decision: WithdrawalDecision;
}

/** pt-BR text of the seller's notification about a decision; `amount` in centavos. */
function notificationText(decision: WithdrawalDecision, amount: number): string {
  const money = formatBrl(amount);
  if (decision.status === 'settled') return `Seu saque de ${money} foi pago.`;
  return `Seu saque de ${money} foi recusado e o valor está disponível de novo. Motivo: ${decision.reason}`;
}

function notifyOwner(
  { ids }: DecideWithdrawalDeps,
  tx: Db,
  decided: DecidedWithdrawal,
  amount: number,
) {
  const { id, ownerId, decision } = decided;
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

const auditEntryOf = ({ id, decidedBy, decision }: DecidedWithdrawal) => ({
  actorId: decidedBy,
  action: decision.status === 'settled' ? 'settle' : 'refuse',
  subject: { kind: 'withdrawal', id } as const,
  reason: decision.status === 'settled' ? 'Saque pago.' : decision.reason,
});

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
  const money = { withdrawalId: id, ownerId, amount: row.amount };
  const post = decision.status === 'settled' ? postPayout : postWithdrawalRefusal;
  if (!(await post(tx, deps.ids, money)))
    throw new Error(`the ledger already holds the end of ${id}`);
  if (accounts.get(ownerId)?.deletedAt !== null) await erasePixKeys(tx, ownerId);
  await deps.recordAuditEntry(tx, auditEntryOf(decided));
  await notifyOwner(deps, tx, decided, row.amount);
  return ok(undefined);
}

/**
 * Settles a withdrawal that was paid out, or refuses it, which makes its amount available again. While the person has a
 * debt, the withdrawal waits: settling it is `withdrawal_in_debt`, and a refusal pays the debt first. Administrators cannot
 * decide their own withdrawals. Repeating the same decision succeeds and changes nothing; a different decision about a
 * decided withdrawal is `withdrawal_decided`.
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
    if (after?.withdrawal.status === 'requested') return err('withdrawal_in_debt');
    if (after?.withdrawal.status !== decision.status) return err('withdrawal_decided');
    return ok({ withdrawal: toAdminWithdrawal(after, clock.now()) });
  };
