import type { DeskCase } from '@guilda/contract/desk-case';
import { and, asc, desc, eq, isNull, ne, type SQL } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { payments } from '../orders/index.ts';
import { caseCode } from './case-code.ts';
import { caseTitle } from './case-title.ts';
import { type CaseRow, cases } from './cases-table.ts';

/** Other cases that a case is shown with at most. */
const MOST = 20;

/**
 * What a case is about that another one can be about as well; a thing with its person, whose cases are
 * found at once.
 */
function alikeIn({ kind, paymentId, reportedUserId, ...row }: CaseRow): SQL | undefined {
  if (kind === 'support' && paymentId !== null) return eq(cases.paymentId, paymentId);
  if (kind !== 'report' || reportedUserId === null) return undefined;
  const about = eq(cases.reportedUserId, reportedUserId);
  const { reportedReviewId, reportedCommentId, reportedServiceId, reportedPostId } = row;
  if (reportedReviewId !== null) return and(about, eq(cases.reportedReviewId, reportedReviewId));
  if (reportedCommentId !== null) return and(about, eq(cases.reportedCommentId, reportedCommentId));
  if (reportedServiceId !== null)
    return and(
      about,
      eq(cases.reportedServiceId, reportedServiceId),
      isNull(cases.reportedReviewId),
    );
  if (reportedPostId !== null)
    return and(about, eq(cases.reportedPostId, reportedPostId), isNull(cases.reportedCommentId));
  return about;
}

/** Other open cases about the same thing or, without one, the same person; the most pressing first. */
export async function readAlike(db: Db, row: CaseRow): Promise<DeskCase['alike']> {
  const alike = alikeIn(row);
  if (!alike) return [];
  const rows = await db
    .select({ case: cases, purchaseCode: payments.purchaseCode })
    .from(cases)
    .leftJoin(payments, eq(payments.id, cases.paymentId))
    .where(and(alike, eq(cases.kind, row.kind), eq(cases.status, 'open'), ne(cases.id, row.id)))
    .orderBy(desc(cases.severity), asc(cases.createdAt), asc(cases.id))
    .limit(MOST);
  return rows.map(({ case: other, purchaseCode }) => ({
    id: other.id,
    code: caseCode(other.kind, other.number),
    title: caseTitle(other, { purchaseCode, action: null }),
  }));
}
