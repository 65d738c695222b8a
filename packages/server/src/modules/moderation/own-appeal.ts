import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { type CaseContext, concernedIn } from './case-context.ts';

/** Who decided it, by the log: deeds about one thing take turns, so the line before is the decision's. */
const decider = (decisionId: string) => sql`(SELECT a.actor_id
  FROM decisions d JOIN moderation_actions a ON a.subject_id = d.subject_id
  WHERE d.id = ${decisionId} AND a.action = d.action AND a.created_at <= d.created_at
  ORDER BY a.created_at DESC, a.id DESC LIMIT 1)`;

/**
 * Whether a case is an appeal against what this person decided, while somebody else of the team could
 * look at it: another look is another person's. Who is left alone looks at their own.
 */
export async function isOwnAppeal(db: Db, context: CaseContext, uid: string): Promise<boolean> {
  if (context.decision === null) return false;
  const concerned = sql.param([...concernedIn(context), uid]);
  const { rows } = await db.execute<{ own: boolean }>(sql`SELECT
    coalesce(${decider(context.decision.id)} = ${uid}, false)
    AND EXISTS (SELECT FROM users WHERE role = 'admin' AND deleted_at IS NULL
      AND suspended_at IS NULL AND uid <> ALL (${concerned}::uuid[])) AS own`);
  return rows[0]?.own === true;
}
