import type { SubjectKind } from '@guilda/contract/moderation/moderation';
import type { CaseRow } from './cases-table.ts';

/** The account, content or order that a case is about. */
export interface CaseSubject {
  readonly kind: SubjectKind;
  readonly id: string;
}

type ReportedColumns = Pick<
  CaseRow,
  'reportedPostId' | 'reportedCommentId' | 'reportedServiceId' | 'reportedReviewId'
>;

/** The reported item; null when the report is about the person and not about an item. */
export function reportedSubjectOf(row: ReportedColumns): CaseSubject | null {
  const { reportedReviewId, reportedCommentId, reportedServiceId, reportedPostId } = row;
  if (reportedReviewId !== null) return { kind: 'review', id: reportedReviewId };
  if (reportedCommentId !== null) return { kind: 'comment', id: reportedCommentId };
  if (reportedServiceId !== null) return { kind: 'service', id: reportedServiceId };
  if (reportedPostId !== null) return { kind: 'post', id: reportedPostId };
  return null;
}
