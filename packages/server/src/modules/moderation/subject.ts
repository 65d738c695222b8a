import type { SubjectKind } from '@guilda/contract/moderation';
import type { CaseRow } from './cases-table.ts';

/** What the team looks at and acts upon. */
export interface Subject {
  readonly kind: SubjectKind;
  readonly id: string;
}

type Thing = Pick<
  CaseRow,
  'reportedPostId' | 'reportedCommentId' | 'reportedServiceId' | 'reportedReviewId'
>;

/** What of a person a report is about; null where it is the person as a whole. */
export function thingOf(row: Thing): Subject | null {
  const { reportedReviewId, reportedCommentId, reportedServiceId, reportedPostId } = row;
  if (reportedReviewId !== null) return { kind: 'review', id: reportedReviewId };
  if (reportedCommentId !== null) return { kind: 'comment', id: reportedCommentId };
  if (reportedServiceId !== null) return { kind: 'service', id: reportedServiceId };
  if (reportedPostId !== null) return { kind: 'post', id: reportedPostId };
  return null;
}
