import type { AdminWithdrawal } from '@guilda/contract/wallet';
import type { Person } from '../../platform/actor.ts';
import type { Database, Db } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { Ids } from '../../ports/ids.ts';
import { keepAccounts } from '../users/index.ts';
import { postPayout, postRefusal } from './ledger.ts';
import { toAdminWithdrawal } from './view.ts';
import { type Decision, forgetPixKeys, markDecided, readForTeam } from './withdrawal-store.ts';

export interface DecideWithdrawalDeps {
  readonly database: Database;
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

/** Decides a request that is open, with its movement; of one that is not, nothing changes. */
async function decide({ ids }: DecideWithdrawalDeps, tx: Db, verdict: Verdict): Promise<void> {
  const { id, ownerId, decidedBy, decision } = verdict;
  // An account cannot be closed meanwhile, so that whichever comes second forgets the key.
  const stays = await keepAccounts(tx, [ownerId]);
  const row = await markDecided(tx, id, { ...decision, decidedBy });
  if (!row) return;
  const money = { withdrawalId: id, ownerId, amount: row.amount };
  const post = decision.status === 'settled' ? postPayout : postRefusal;
  if (!(await post(tx, ids, money))) throw new Error(`the ledger already holds the end of ${id}`);
  if (!stays) await forgetPixKeys(tx, ownerId);
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
    const { database } = deps;
    const found = await readForTeam(database.db, id);
    if (!found) return err('withdrawal_not_found');
    const { ownerId } = found.withdrawal;
    if (ownerId === actor.uid) return err('forbidden');
    const verdict = { id, ownerId, decidedBy: actor.uid, decision };
    await database.transaction((tx) => decide(deps, tx, verdict));
    const decided = await readForTeam(database.db, id);
    if (decided?.withdrawal.status !== decision.status) return err('withdrawal_decided');
    return ok({ withdrawal: toAdminWithdrawal(decided) });
  };
