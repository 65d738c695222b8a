import type { ModerationCase } from '@guilda/contract/moderation/moderation-case';
import type { Db } from '../../../platform/database/pool.ts';
import {
  and,
  asc,
  desc,
  eq,
  isNull,
  ne,
  type SQL,
} from '../../../platform/database/query-builder.ts';
import { orders } from '../../orders/index.ts';
import { caseCodeOf } from './case-code.ts';
import { caseTitleOf } from './case-title.ts';
import { type CaseRow, cases } from './cases-table.ts';

/** Maximum number of related cases shown with a case. */
const MAX_RELATED_CASES = 20;

/**
 * The condition for cases about the same subject as the given case; undefined for a case that is neither a report nor a
 * support request about an order. For a report the condition also compares the reported person, because that column has
 * an index.
 */
function isAboutSameSubject({ kind, orderId, reportedUserId, ...row }: CaseRow): SQL | undefined {
  if (kind === 'support' && orderId !== null) return eq(cases.orderId, orderId);
  if (kind !== 'report' || reportedUserId === null) return undefined;
  const samePerson = eq(cases.reportedUserId, reportedUserId);
  const { reportedReviewId, reportedCommentId, reportedServiceId, reportedPostId } = row;
  if (reportedReviewId !== null)
    return and(samePerson, eq(cases.reportedReviewId, reportedReviewId));
  if (reportedCommentId !== null)
    return and(samePerson, eq(cases.reportedCommentId, reportedCommentId));
  if (reportedServiceId !== null)
    return and(
      samePerson,
      eq(cases.reportedServiceId, reportedServiceId),
      isNull(cases.reportedReviewId),
    );
  if (reportedPostId !== null)
    return and(
      samePerson,
      eq(cases.reportedPostId, reportedPostId),
      isNull(cases.reportedCommentId),
    );
  return and(
    samePerson,
    isNull(cases.reportedReviewId),
    isNull(cases.reportedCommentId),
    isNull(cases.reportedServiceId),
    isNull(cases.reportedPostId),
  );
}

/**
 * Other open cases of the same kind about the same subject, most severe first: about the reported item or person, or
 * about the order of a support request. Empty for other cases.
 */
export async function readRelatedCases(db: Db, row: CaseRow): Promise<ModerationCase['alike']> {
  const isAboutSame = isAboutSameSubject(row);
  if (!isAboutSame) return [];
  const rows = await db
    .select({ case: cases, purchaseCode: orders.purchaseCode })
    .from(cases)
    .leftJoin(orders, eq(orders.id, cases.orderId))
    .where(
      and(isAboutSame, eq(cases.kind, row.kind), eq(cases.status, 'open'), ne(cases.id, row.id)),
    )
    .orderBy(desc(cases.severity), asc(cases.createdAt), asc(cases.id))
    .limit(MAX_RELATED_CASES);
  return rows.map(({ case: relatedCase, purchaseCode }) => ({
    id: relatedCase.id,
    code: caseCodeOf(relatedCase.kind, relatedCase.number),
    title: caseTitleOf(relatedCase, { purchaseCode, action: null }),
  }));
}
