import type { Db } from '../../../platform/database/pool.ts';
import { and, eq, isNull, sql } from '../../../platform/database/query-builder.ts';
import { users } from '../../users/index.ts';
import { cases } from '../cases/cases-table.ts';
import { type DecisionRow, decisions } from '../decisions/decisions-table.ts';

export interface DecisionMailData {
  readonly decision: DecisionRow;
  /** Null for a closed account. */
  readonly email: string | null;
}

/** A decision with its person's address; null when it was lifted or replaced before the mail was sent. */
export async function readDecisionMail(db: Db, id: string): Promise<DecisionMailData | null> {
  const rows = await db
    .select({ decision: decisions, email: users.email })
    .from(decisions)
    .innerJoin(users, eq(users.uid, decisions.personId))
    .where(and(eq(decisions.id, id), isNull(decisions.liftedAt)));
  return rows[0] ?? null;
}

/** Granted appeals have a mail of their own. */
const isAppealGranted = sql`EXISTS (SELECT FROM ${cases} WHERE ${cases.decisionId} = ${decisions.id}
  AND ${cases.outcome} = 'granted')`;

/**
 * A suspension that is over with its person's address; null where they are suspended again, or their
 * appeal was granted.
 */
export async function readLiftedMail(db: Db, id: string): Promise<DecisionMailData | null> {
  const rows = await db
    .select({ decision: decisions, email: users.email })
    .from(decisions)
    .innerJoin(users, and(eq(users.uid, decisions.personId), isNull(users.suspendedAt)))
    .where(and(eq(decisions.id, id), sql`NOT ${isAppealGranted}`));
  return rows[0] ?? null;
}
