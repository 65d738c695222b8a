import { formatBrl } from '@guilda/contract/money';
import type { AdminWithdrawal } from '@guilda/contract/wallet';
import type { Person } from '../../platform/actor.ts';
import type { Database, Db } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { TeamLog } from '../../platform/team-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import { recordNotification } from '../notifications/index.ts';
import { administrates, lockForDeed } from '../users/index.ts';
import { postPayout, postRefusal } from './ledger.ts';
import { toAdminWithdrawal } from './view.ts';
import { type Decision, forgetPixKeys, markDecided, readForTeam } from './withdrawal-store.ts';

export interface DecideWithdrawalDeps extends TeamLog<'withdrawal'> {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
}

type Refusal = 'withdrawal_not_found' | 'withdrawal_decided' | 'forbidden';

/** Which request is decided, how, and by whom. */
interface Verdict {
  readonly id: string;
  readonly ownerId: string;
  readonly decidedBy: string;
  readonly decision: Decision;
}

/** What the seller is told of a decision; `amount` in centavos. */
function told(decision: Decision, amount: number): string {
  const money = formatBrl(amount);
  if (decision.status === 'settled') return `Seu saque de ${money} foi pago.`;
  return `Seu saque de ${money} foi recusado e o valor está disponível de novo. Motivo: ${decision.reason}`;
}

function tell({ ids }: DecideWithdrawalDeps, tx: Db, verdict: Verdict, amount: number) {
  const { id, ownerId, decision } = verdict;
  const event = `withdrawal_${decision.status}`;
  return recordNotification(tx, ids, {
    receiverId: ownerId,
    senderId: null,
    type: 'payment',
    content: told(decision, amount),
    additionalInfo: { withdrawalId: id, event },
    dedupeKey: `withdrawal:${id}`,
  });
}

/** The log's line of a decision. */
const logged = ({ id, decidedBy, decision }: Verdict) => ({
  actorId: decidedBy,
  action: decision.status === 'settled' ? 'settle' : 'refuse',
  subject: { kind: 'withdrawal', id } as const,
  reason: decision.status === 'settled' ? 'Saque pago.' : decision.reason,
});

/**
 * Decides a request that is open, with its movement, its line in the log and what its owner is told; of
 * one that is not, nothing changes. `forbidden` for who is of the team no more.
 */
async function decide(
  deps: DecideWithdrawalDeps,
  tx: Db,
  verdict: Verdict,
): Promise<Result<undefined, 'forbidden'>> {
  const { id, ownerId, decidedBy, decision } = verdict;
  // An account cannot be closed meanwhile, so that whichever comes second forgets the key.
  const held = await lockForDeed(tx, { actorId: decidedBy, people: [ownerId], whole: false });
  if (!administrates(held.get(decidedBy))) return err('forbidden');
  const row = await markDecided(tx, id, { ...decision, decidedBy });
  if (!row) return ok(undefined);
  const money = { withdrawalId: id, ownerId, amount: row.amount };
  const post = decision.status === 'settled' ? postPayout : postRefusal;
  if (!(await post(tx, deps.ids, money)))
    throw new Error(`the ledger already holds the end of ${id}`);
  if (held.get(ownerId)?.deletedAt !== null) await forgetPixKeys(tx, ownerId);
  await deps.recordAction(tx, logged(verdict));
  await tell(deps, tx, verdict, row.amount);
  return ok(undefined);
}

/**
 * Notes that a request was paid out, or refuses it, whereupon its amount is available again; once,
 * and never one's own. Repeating the same decision changes nothing and succeeds; the other one is
 * `withdrawal_decided`.
 */
export const decideWithdrawal =
  (deps: DecideWithdrawalDeps) =>
  async (
    actor: Person,
    id: string,
    decision: Decision,
  ): Promise<Result<{ withdrawal: AdminWithdrawal }, Refusal>> => {
    const { database, clock } = deps;
    const found = await readForTeam(database.db, id);
    if (!found) return err('withdrawal_not_found');
    const { ownerId } = found.withdrawal;
    if (ownerId === actor.uid) return err('forbidden');
    const verdict = { id, ownerId, decidedBy: actor.uid, decision };
    const allowed = await database.transaction((tx) => decide(deps, tx, verdict));
    if (!allowed.ok) return allowed;
    const decided = await readForTeam(database.db, id);
    if (decided?.withdrawal.status !== decision.status) return err('withdrawal_decided');
    return ok({ withdrawal: toAdminWithdrawal(decided, clock.now()) });
  };
