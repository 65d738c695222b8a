import type { OwnDecision } from '@guilda/contract/moderation';
import type { Person } from '../../../platform/actor.ts';
import { type Cursor, decodeCursor, pageOf, timeKey } from '../../../platform/cursor.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import { and, desc, eq, sql } from '../../../platform/database/query-builder.ts';
import { timeText } from '../../../platform/database/time-text.ts';
import { ok, type Result } from '../../../platform/result.ts';
import { canSeeAdultContent } from '../../users/index.ts';
import { caseCode } from '../cases/case-code.ts';
import { type CaseRow, cases } from '../cases/cases-table.ts';
import type { PageQuery } from '../cases/list-own-cases.ts';
import { decisions } from './decisions-table.ts';

/** Whether the subject is for adults only now: then its text is not shown to minors, not even to its author. */
const forAdults = sql<boolean>`CASE ${decisions.subjectKind}
  WHEN 'service' THEN EXISTS (SELECT FROM services s WHERE s.id = ${decisions.subjectId} AND s.adult)
  WHEN 'post' THEN EXISTS (SELECT FROM posts p WHERE p.uid = ${decisions.subjectId} AND p.sensitive)
  WHEN 'comment' THEN EXISTS (SELECT FROM comments c JOIN posts p ON p.uid = c.post_uid
    WHERE c.id = ${decisions.subjectId} AND p.sensitive)
  WHEN 'review' THEN EXISTS (SELECT FROM reviews r JOIN services s ON s.id = r.service_id
    WHERE r.id = ${decisions.subjectId} AND s.adult)
  ELSE false END`;

function readOwn(db: Db, uid: string, limit: number, after: Cursor | null) {
  const past = sql`(${decisions.createdAt}, ${decisions.id}) < (${after?.key}::timestamptz, ${after?.id}::uuid)`;
  return db
    .select({
      decision: decisions,
      appeal: cases,
      adult: forAdults,
      key: timeText(decisions.createdAt),
    })
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

function toOwnDecision({ decision, appeal, adult }: Row, reader: Person): OwnDecision {
  const { id, action, subjectKind, subjectId, reason, until } = decision;
  const excerpt = adult && !canSeeAdultContent(reader) ? '' : decision.excerpt;
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

/** The decisions about a person with their appeals, newest first. */
export const listOwnDecisions =
  ({ database: { db } }: { readonly database: Pick<Database, 'db'> }) =>
  async (
    actor: Person,
    { limit, cursor }: PageQuery,
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
    return ok({ decisions: page.map((row) => toOwnDecision(row, actor)), nextCursor });
  };
