import { and, eq } from 'drizzle-orm';
import type { Person } from '../../platform/actor.ts';
import type { Database, Db } from '../../platform/database/pool.ts';
import { isUniqueViolation } from '../../platform/database/unavailable.ts';
import type { Enqueue } from '../../platform/jobs/index.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { Ids } from '../../ports/ids.ts';
import { keepAccounts } from '../users/index.ts';
import { caseCode } from './case-code.ts';
import { insertCase } from './case-store.ts';
import { type DecisionRow, decisions } from './decisions-table.ts';
import { severityFor, severityRank } from './severity.ts';
import type { ModerationTasks } from './tasks.ts';

export interface AppealDeps {
  readonly database: Pick<Database, 'transaction'>;
  readonly ids: Ids;
  readonly enqueue: Enqueue<ModerationTasks>;
}

type Refusal = 'decision_not_found' | 'already_appealed' | 'decision_lifted' | 'token_invalid';

/** A decision about this person, kept from being lifted until `tx` ends; null when there is none. */
async function keepDecision(tx: Db, id: string, personId: string): Promise<DecisionRow | null> {
  const rows = await tx
    .select()
    .from(decisions)
    .where(and(eq(decisions.id, id), eq(decisions.personId, personId)))
    .for('share');
  return rows[0] ?? null;
}

type Asked = { readonly decisionId: string; readonly message: string };

async function ask(
  { ids, enqueue }: AppealDeps,
  tx: Db,
  actor: Person,
  { decisionId, message }: Asked,
): Promise<Result<{ id: string; code: string }, Refusal>> {
  if (!(await keepAccounts(tx, [actor.uid]))) return err('token_invalid');
  const decision = await keepDecision(tx, decisionId, actor.uid);
  if (!decision) return err('decision_not_found');
  if (decision.liftedAt !== null) return err('decision_lifted');
  const severity = severityRank[severityFor({ kind: 'appeal', against: decision.action })];
  const id = ids.uuid();
  const told = { kind: 'appeal', decisionId, message, severity } as const;
  const { number } = await insertCase(tx, { ...told, id, authorId: actor.uid });
  await enqueue(tx, 'moderation.mail_case', { caseId: id });
  return ok({ id, code: caseCode('appeal', number) });
}

/**
 * Asks the team to look at a decision again, once: of two appeals at the same time the database lets
 * one stand. Other people's decisions are `decision_not_found`; one that holds no more, `decision_lifted`.
 */
export const appeal =
  (deps: AppealDeps) =>
  async (actor: Person, asked: Asked): Promise<Result<{ id: string; code: string }, Refusal>> => {
    try {
      return await deps.database.transaction((tx) => ask(deps, tx, actor, asked));
    } catch (error) {
      if (isUniqueViolation(error, 'cases_one_appeal')) return err('already_appealed');
      throw error;
    }
  };
