import type { Db } from '../../../platform/database/pool.ts';
import { and, eq, isNull, sql } from '../../../platform/database/query-builder.ts';
import { users } from '../../users/index.ts';
import { cases } from '../cases/cases-table.ts';
import { type DecisionRow, decisions } from '../decisions/decisions-table.ts';

export interface DecisionMailData {
  readonly decision: DecisionRow;
  /** Mail address of the person; null for a closed account. */
  readonly email: string | null;
}

/**
 * A decision with the mail address of the person concerned. Null when the decision was lifted or replaced before the
 * mail was sent.
 */
export async function readDecisionMail(db: Db, id: string): Promise<DecisionMailData | null> {
  const rows = await db
    .select({ decision: decisions, email: users.email })
    .from(decisions)
    .innerJoin(users, eq(users.uid, decisions.personId))
    .where(and(eq(decisions.id, id), isNull(decisions.liftedAt)));
  return rows[0] ?? null;
}

/** Whether an appeal against the decision was granted; the person then gets a mail about the appeal instead. */
const isAppealGranted = sql`EXISTS (SELECT FROM ${cases} WHERE ${cases.decisionId} = ${decisions.id}
  AND ${cases.outcome} = 'granted')`;

/**
 * An ended suspension with the mail address of the person. Null when the person is suspended again, or when an appeal
 * was granted.
 */
export async function readLiftedMail(db: Db, id: string): Promise<DecisionMailData | null> {
  const rows = await db
    .select({ decision: decisions, email: users.email })
    .from(decisions)
    .innerJoin(users, and(eq(users.uid, decisions.personId), isNull(users.suspendedAt)))
    .where(and(eq(decisions.id, id), sql`NOT ${isAppealGranted}`));
  return rows[0] ?? null;
}
