import type { reportFields } from '@guilda/contract/moderation/moderation';
import type { z } from '@guilda/contract/schema';
import type { Person } from '../../../platform/actor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import { findVisibleService } from '../../catalog/index.ts';
import { findVisibleReview } from '../../reviews/index.ts';
import { findVisibleComment, findVisiblePost } from '../../social/index.ts';
import type { CaseRow } from '../cases/cases-table.ts';

/** The fields of a report that identify the reported item. */
type ReportedIds = Pick<
  z.output<typeof reportFields>,
  | 'reportedUserId'
  | 'reportedPostId'
  | 'reportedCommentId'
  | 'reportedServiceId'
  | 'reportedReviewId'
>;

/** The columns of a case that identify its subject. */
export type ReportedSubject = Pick<
  CaseRow,
  'reportedPostId' | 'reportedCommentId' | 'reportedServiceId' | 'reportedReviewId'
>;

export type ReportedSubjectRefusal =
  | 'post_not_found'
  | 'comment_not_found'
  | 'service_not_found'
  | 'review_not_found';

type SubjectLookup = Promise<Result<Partial<ReportedSubject>, ReportedSubjectRefusal>>;

async function findReportedComment(
  { pool }: Database,
  actor: Person,
  id: string,
  { reportedUserId, reportedPostId }: ReportedIds,
): SubjectLookup {
  const commentResult = await findVisibleComment(pool, actor, id);
  const isByReportedUser = commentResult.ok && commentResult.value.author === reportedUserId;
  const isOnReportedPost =
    reportedPostId === undefined ||
    (commentResult.ok && commentResult.value.post === reportedPostId);
  return isByReportedUser && isOnReportedPost
    ? ok({ reportedPostId: reportedPostId ?? null, reportedCommentId: id })
    : err('comment_not_found');
}

async function findReportedReview(
  database: Database,
  actor: Person,
  id: string,
  { reportedUserId, reportedServiceId }: ReportedIds,
): SubjectLookup {
  const reviewResult = await findVisibleReview(database, actor, id);
  const isByReportedUser = reviewResult.ok && reviewResult.value.author === reportedUserId;
  const isOfReportedService =
    reportedServiceId === undefined ||
    (reviewResult.ok && reviewResult.value.serviceId === reportedServiceId);
  return isByReportedUser && isOfReportedService
    ? ok({ reportedServiceId: reportedServiceId ?? null, reportedReviewId: id })
    : err('review_not_found');
}

/**
 * Checks that the reported item belongs to the reported person and is visible to the author of the report. A report may
 * name a comment and its post, or a review and its service; the subject is then the comment or review.
 */
export async function findReportedSubject(
  database: Database,
  actor: Person,
  reportedIds: ReportedIds,
): SubjectLookup {
  const { reportedUserId, reportedPostId, reportedServiceId } = reportedIds;
  const { pool } = database;
  if (reportedIds.reportedReviewId !== undefined)
    return findReportedReview(database, actor, reportedIds.reportedReviewId, reportedIds);
  if (reportedIds.reportedCommentId !== undefined)
    return findReportedComment(database, actor, reportedIds.reportedCommentId, reportedIds);
  if (reportedServiceId !== undefined) {
    const serviceResult = await findVisibleService(pool, actor, reportedServiceId);
    const isByReportedUser = serviceResult.ok && serviceResult.value.uid === reportedUserId;
    return isByReportedUser ? ok({ reportedServiceId }) : err('service_not_found');
  }
  if (reportedPostId === undefined) return ok({});
  const postResult = await findVisiblePost(pool, actor, reportedPostId);
  const isByReportedUser = postResult.ok && postResult.value.uid === reportedUserId;
  return isByReportedUser ? ok({ reportedPostId }) : err('post_not_found');
}
