import type { OwnCase } from '@guilda/contract/moderation';
import type { Person } from '../../../platform/actor.ts';
import { type Cursor, decodeCursor, pageOf, timeKey } from '../../../platform/cursor.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import { and, desc, eq, isNull, sql } from '../../../platform/database/query-builder.ts';
import { timeText } from '../../../platform/database/time-text.ts';
import { ok, type Result } from '../../../platform/result.ts';
import { orders } from '../../orders/index.ts';
import {
  authorColumns,
  toAuthor,
  users,
  type ViewContext,
  type ViewContextDeps,
  viewContextFor,
} from '../../users/index.ts';
import { decisions } from '../decisions/decisions-table.ts';
import { caseCode } from './case-code.ts';
import { caseTitle } from './case-title.ts';
import { cases } from './cases-table.ts';

export interface OwnCasesDeps extends ViewContextDeps {
  readonly database: Pick<Database, 'db'>;
}

export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

function readOwn(db: Db, uid: string, limit: number, after: Cursor | null) {
  const past = sql`(${cases.createdAt}, ${cases.id}) < (${after?.key}::timestamptz, ${after?.id}::uuid)`;
  return db
    .select({
      case: cases,
      about: authorColumns,
      purchaseCode: orders.purchaseCode,
      action: decisions.action,
      key: timeText(cases.createdAt),
    })
    .from(cases)
    .leftJoin(users, and(eq(users.uid, cases.reportedUserId), isNull(users.deletedAt)))
    .leftJoin(orders, eq(orders.id, cases.paymentId))
    .leftJoin(decisions, eq(decisions.id, cases.decisionId))
    .where(and(eq(cases.authorId, uid), after ? past : undefined))
    .orderBy(desc(cases.createdAt), desc(cases.id))
    .limit(limit + 1);
}

type Row = Awaited<ReturnType<typeof readOwn>>[number];

function toOwnCase({ case: row, about, ...named }: Row, moment: ViewContext): OwnCase {
  const { id, kind, number, status, outcome, answer, createdAt, decidedAt } = row;
  return {
    id,
    kind,
    code: caseCode(kind, number),
    title: caseTitle(row, named),
    about: about && toAuthor(about, moment),
    state: status,
    outcome,
    answer,
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}

/** The cases that a person submitted with their outcomes, newest first. */
export const listOwnCases =
  (deps: OwnCasesDeps) =>
  async (
    actor: Person,
    { limit, cursor }: PageQuery,
  ): Promise<Result<{ cases: OwnCase[]; nextCursor: string | null }, 'invalid_parameter'>> => {
    const after = decodeCursor(cursor, timeKey);
    if (!after.ok) return after;
    const rows = await readOwn(deps.database.db, actor.uid, limit, after.value);
    const { page, nextCursor } = pageOf(rows, limit, (row) => ({ key: row.key, id: row.case.id }));
    const moment = viewContextFor(deps, actor);
    return ok({ cases: page.map((row) => toOwnCase(row, moment)), nextCursor });
  };
