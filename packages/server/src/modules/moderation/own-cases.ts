import type { OwnCase } from '@guilda/contract/moderation';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Person } from '../../platform/actor.ts';
import { type Cursor, decodeCursor, pageOf, timeKey } from '../../platform/cursor.ts';
import type { Database, Db } from '../../platform/database/pool.ts';
import { timeText } from '../../platform/database/time-text.ts';
import { ok, type Result } from '../../platform/result.ts';
import { payments } from '../orders/index.ts';
import {
  authorColumns,
  type Moment,
  type MomentDeps,
  momentOf,
  toAuthor,
  users,
} from '../users/index.ts';
import { caseCode } from './case-code.ts';
import { caseTitle } from './case-title.ts';
import { cases } from './cases-table.ts';
import { decisions } from './decisions-table.ts';

export interface OwnCasesDeps extends MomentDeps {
  readonly database: Pick<Database, 'db'>;
}

export interface PageAsked {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

function readOwn(db: Db, uid: string, limit: number, after: Cursor | null) {
  const past = sql`(${cases.createdAt}, ${cases.id}) < (${after?.key}::timestamptz, ${after?.id}::uuid)`;
  return db
    .select({
      case: cases,
      about: authorColumns,
      purchaseCode: payments.purchaseCode,
      action: decisions.action,
      key: timeText(cases.createdAt),
    })
    .from(cases)
    .leftJoin(users, and(eq(users.uid, cases.reportedUserId), isNull(users.deletedAt)))
    .leftJoin(payments, eq(payments.id, cases.paymentId))
    .leftJoin(decisions, eq(decisions.id, cases.decisionId))
    .where(and(eq(cases.authorId, uid), after ? past : undefined))
    .orderBy(desc(cases.createdAt), desc(cases.id))
    .limit(limit + 1);
}

type Row = Awaited<ReturnType<typeof readOwn>>[number];

function toOwnCase({ case: row, about, ...named }: Row, moment: Moment): OwnCase {
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

/** What a person told the team, the last first, with what came of it. */
export const listOwnCases =
  (deps: OwnCasesDeps) =>
  async (
    actor: Person,
    { limit, cursor }: PageAsked,
  ): Promise<Result<{ cases: OwnCase[]; nextCursor: string | null }, 'invalid_parameter'>> => {
    const after = decodeCursor(cursor, timeKey);
    if (!after.ok) return after;
    const rows = await readOwn(deps.database.db, actor.uid, limit, after.value);
    const { page, nextCursor } = pageOf(rows, limit, (row) => ({ key: row.key, id: row.case.id }));
    const moment = momentOf(deps, actor);
    return ok({ cases: page.map((row) => toOwnCase(row, moment)), nextCursor });
  };
