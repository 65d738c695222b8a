import type { Person } from '../../../platform/actor.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import { isUniqueViolation } from '../../../platform/database/unavailable.ts';
import type { Enqueue } from '../../../platform/jobs/index.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { Ids } from '../../../ports/ids.ts';
import { lockOpenAccounts } from '../../users/index.ts';
import { caseCodeOf } from '../cases/case-code.ts';
import { insertCase } from '../cases/case-store.ts';
import { severityOfNewCase, severityRank } from '../cases/severity.ts';
import type { ModerationMailTasks } from '../mail/tasks.ts';
import { lockAppealableDecision } from './appeal-store.ts';

export interface AppealDeps {
  readonly database: Pick<Database, 'transaction'>;
  readonly ids: Ids;
  readonly enqueue: Enqueue<ModerationMailTasks>;
}

type AppealRefusal =
  | 'decision_not_found'
  | 'already_appealed'
  | 'decision_lifted'
  | 'token_invalid';

type AppealInput = { readonly decisionId: string; readonly message: string };

async function createAppeal(
  { ids, enqueue }: AppealDeps,
  tx: Db,
  actor: Person,
  { decisionId, message }: AppealInput,
): Promise<Result<{ id: string; code: string }, AppealRefusal>> {
  if (!(await lockOpenAccounts(tx, [actor.uid]))) return err('token_invalid');
  const decision = await lockAppealableDecision(tx, decisionId, actor.uid);
  if (!decision) return err('decision_not_found');
  if (decision.liftedAt !== null) return err('decision_lifted');
  const severity =
    severityRank[severityOfNewCase({ kind: 'appeal', appealedAction: decision.action })];
  const id = ids.uuid();
  const row = { kind: 'appeal', decisionId, message, severity } as const;
  const { number } = await insertCase(tx, { ...row, id, authorId: actor.uid });
  await enqueue(tx, 'moderation.mail_case', { caseId: id });
  return ok({ id, code: caseCodeOf('appeal', number) });
}

/**
 * Submits an appeal against a decision about the actor; each decision can be appealed once, which a unique index
 * guarantees for concurrent requests. `decision_not_found` also for a decision about another person; `decision_lifted`
 * when the decision is no longer in force.
 */
export const appealDecision =
  (deps: AppealDeps) =>
  async (
    actor: Person,
    input: AppealInput,
  ): Promise<Result<{ id: string; code: string }, AppealRefusal>> => {
    try {
      return await deps.database.transaction((tx) => createAppeal(deps, tx, actor, input));
    } catch (error) {
      if (isUniqueViolation(error, 'cases_one_appeal')) return err('already_appealed');
      throw error;
    }
  };
