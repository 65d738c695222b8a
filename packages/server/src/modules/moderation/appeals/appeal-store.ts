import type { Db } from '../../../platform/database/pool.ts';
import { and, eq, sql } from '../../../platform/database/query-builder.ts';
import { type CaseContext, peopleInvolvedIn } from '../cases/case-context.ts';
import { type DecisionRow, decisions } from '../decisions/decisions-table.ts';

/**
 * SQL for the uid of the administrator who made a decision: the actor of the last audit log entry with the same action
 * and subject that is not newer than the decision. Actions on one subject never overlap, so that is the right entry.
 */
const decidingAdminSql = (decisionId: string) => sql`(SELECT a.actor_id
  FROM decisions d JOIN moderation_actions a ON a.subject_id = d.subject_id
  WHERE d.id = ${decisionId} AND a.action = d.action AND a.created_at <= d.created_at
  ORDER BY a.created_at DESC, a.id DESC LIMIT 1)`;

/** SQL condition: the decision suspended an administrator. */
const suspendedAdminSql = (decisionId: string) => sql`EXISTS (SELECT FROM decisions d
  JOIN users person ON person.uid = d.person_id
  WHERE d.id = ${decisionId} AND d.action = 'suspend' AND person.role = 'admin')`;

/**
 * Whether the case is an appeal against a decision of this administrator and another administrator could decide the
 * appeal. When nobody else could decide it, administrators may decide appeals against their own decisions.
 * Against the suspension of an administrator, another administrator counts also while suspended, so that nobody can
 * suspend the others and then decide their appeals.
 */
export async function isOwnAppeal(db: Db, context: CaseContext, uid: string): Promise<boolean> {
  // Nobody needs to judge a decision that was lifted meanwhile.
  if (context.decision === null || context.decision.liftedAt !== null) return false;
  const excludedUids = sql.param([...peopleInvolvedIn(context), uid]);
  const { rows } = await db.execute<{ own: boolean }>(sql`SELECT
    coalesce(${decidingAdminSql(context.decision.id)} = ${uid}, false)
    AND EXISTS (SELECT FROM users WHERE role = 'admin' AND deleted_at IS NULL
      AND (suspended_at IS NULL OR ${suspendedAdminSql(context.decision.id)})
      AND uid <> ALL (${excludedUids}::uuid[])) AS own`);
  return rows[0]?.own === true;
}

/**
 * A decision about this person, locked so that it cannot be lifted before `tx` ends. Null when this person has no
 * decision with this id.
 */
export async function lockAppealableDecision(
  tx: Db,
  id: string,
  personId: string,
): Promise<DecisionRow | null> {
  const rows = await tx
    .select()
    .from(decisions)
    .where(and(eq(decisions.id, id), eq(decisions.personId, personId)))
    .for('share');
  return rows[0] ?? null;
}
