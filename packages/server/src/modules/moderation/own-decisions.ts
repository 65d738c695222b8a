import type { OwnDecision } from '@guilda/contract/moderation';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Person } from '../../platform/actor.ts';
import { type Cursor, decodeCursor, pageOf, timeKey } from '../../platform/cursor.ts';
import type { Database, Db } from '../../platform/database/pool.ts';
import { timeText } from '../../platform/database/time-text.ts';
import { ok, type Result } from '../../platform/result.ts';
import { caseCode } from './case-code.ts';
import { type CaseRow, cases } from './cases-table.ts';
import { decisions } from './decisions-table.ts';
import type { PageAsked } from './own-cases.ts';

function readOwn(db: Db, uid: string, limit: number, after: Cursor | null) {
  const past = sql`(${decisions.createdAt}, ${decisions.id}) < (${after?.key}::timestamptz, ${after?.id}::uuid)`;
  return db
    .select({ decision: decisions, appeal: cases, key: timeText(decisions.createdAt) })
    .from(decisions)
    .leftJoin(cases, and(eq(cases.decisionId, decisions.id), eq(cases.kind, 'appeal')))
    .where(and(eq(decisions.personId, uid), after ? past : undefined))
    .orderBy(desc(decisions.createdAt), desc(decisions.id))
    .limit(limit + 1);
}

type Row = Awaited<ReturnType<typeof readOwn>>[number];

const toAppeal = ({ kind, number, status, outcome, answer }: CaseRow) => ({
  code: caseCode(kind, number),
  state: status,
  outcome,
  answer,
});

function toOwnDecision({ decision, appeal }: Row): OwnDecision {
  const { id, action, subjectKind, subjectId, excerpt, reason, until } = decision;
  return {
    id,
    action,
    subject: { kind: subjectKind, id: subjectId, excerpt },
    reason,
    until: until?.toISOString() ?? null,
    createdAt: decision.createdAt.toISOString(),
    liftedAt: decision.liftedAt?.toISOString() ?? null,
    appeal: appeal && toAppeal(appeal),
  };
}

/** What the team decided about a person, the last first, with the appeal against it. */
export const listOwnDecisions =
  ({ database: { db } }: { readonly database: Pick<Database, 'db'> }) =>
  async (
    actor: Person,
    { limit, cursor }: PageAsked,
  ): Promise<
    Result<{ decisions: OwnDecision[]; nextCursor: string | null }, 'invalid_parameter'>
  > => {
    const after = decodeCursor(cursor, timeKey);
    if (!after.ok) return after;
    const rows = await readOwn(db, actor.uid, limit, after.value);
    const { page, nextCursor } = pageOf(rows, limit, (row) => ({
      key: row.key,
      id: row.decision.id,
    }));
    return ok({ decisions: page.map(toOwnDecision), nextCursor });
  };
