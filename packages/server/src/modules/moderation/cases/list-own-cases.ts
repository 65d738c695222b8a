import type { OwnCase } from '@guilda/contract/moderation/moderation';
import type { Person } from '../../../platform/actor.ts';
import { decodeCursor, pageOf, timeKey } from '../../../platform/cursor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { ok, type Result } from '../../../platform/result.ts';
import {
  toAuthor,
  type ViewContext,
  type ViewContextDeps,
  viewContextFor,
} from '../../users/index.ts';
import { answerTimeOf, caseCodeOf } from './case-code.ts';
import { findOwnCases } from './case-store.ts';
import { caseTitleOf } from './case-title.ts';

export interface OwnCasesDeps extends ViewContextDeps {
  readonly database: Pick<Database, 'db'>;
}

export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

type OwnCaseRow = Awaited<ReturnType<typeof findOwnCases>>[number];

function toOwnCase({ case: row, about, ...named }: OwnCaseRow, context: ViewContext): OwnCase {
  const { id, kind, number, status, outcome, answer, createdAt, decidedAt } = row;
  const openState = row.assignedTo === null ? 'received' : 'in_review';
  return {
    id,
    kind,
    code: caseCodeOf(kind, number),
    title: caseTitleOf(row, named),
    about: about && toAuthor(about, context),
    state: status,
    progress: status === 'closed' ? 'answered' : openState,
    answerBy: answerTimeOf(createdAt),
    outcome,
    answer,
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}

/** A page of the cases that a person submitted, with their outcomes, newest first. */
export const listOwnCases =
  (deps: OwnCasesDeps) =>
  async (
    actor: Person,
    { limit, cursor }: PageQuery,
  ): Promise<Result<{ cases: OwnCase[]; nextCursor: string | null }, 'invalid_parameter'>> => {
    const afterCursor = decodeCursor(cursor, timeKey);
    if (!afterCursor.ok) return afterCursor;
    const rows = await findOwnCases(deps.database.db, actor.uid, limit, afterCursor.value);
    const { page, nextCursor } = pageOf(rows, limit, (row) => ({ key: row.key, id: row.case.id }));
    const viewContext = viewContextFor(deps, actor);
    return ok({ cases: page.map((row) => toOwnCase(row, viewContext)), nextCursor });
  };
