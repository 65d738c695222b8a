import type { OwnDecision } from '@guilda/contract/moderation/moderation';
import type { Person } from '../../../platform/actor.ts';
import { decodeCursor, pageOf, timeKey } from '../../../platform/cursor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { ok, type Result } from '../../../platform/result.ts';
import { canSeeAdultContent } from '../../users/index.ts';
import { caseCodeOf } from '../cases/case-code.ts';
import type { CaseRow } from '../cases/cases-table.ts';
import type { PageQuery } from '../cases/list-own-cases.ts';
import { findOwnDecisions } from './decision-store.ts';

type OwnDecisionRow = Awaited<ReturnType<typeof findOwnDecisions>>[number];

const toAppeal = ({ kind, number, status, outcome, answer }: CaseRow) => ({
  code: caseCodeOf(kind, number),
  state: status,
  outcome,
  answer,
});

function toOwnDecision({ decision, appeal, adult }: OwnDecisionRow, reader: Person): OwnDecision {
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

/** A page of the decisions about the actor with their appeals, newest first. */
export const listOwnDecisions =
  ({ database: { db } }: { readonly database: Pick<Database, 'db'> }) =>
  async (
    actor: Person,
    { limit, cursor }: PageQuery,
  ): Promise<
    Result<{ decisions: OwnDecision[]; nextCursor: string | null }, 'invalid_parameter'>
  > => {
    const afterCursor = decodeCursor(cursor, timeKey);
    if (!afterCursor.ok) return afterCursor;
    const rows = await findOwnDecisions(db, actor.uid, limit, afterCursor.value);
    const { page, nextCursor } = pageOf(rows, limit, (row) => ({
      key: row.key,
      id: row.decision.id,
    }));
    return ok({ decisions: page.map((row) => toOwnDecision(row, actor)), nextCursor });
  };
