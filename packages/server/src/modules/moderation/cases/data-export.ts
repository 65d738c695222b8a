import type { CaseKind } from '@guilda/contract/moderation/moderation';
import {
  dataExportReader,
  exportedUid,
  type ReadDataExport,
} from '../../../platform/database/data-export.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import { caseCodeOf } from './case-code.ts';

const readCaseRows = dataExportReader({
  columns: sql`id, kind, number::float8 AS number, title, message, status, outcome, answer,
    reported_user_id AS "reportedUserId", reported_service_id AS "reportedServiceId",
    reported_post_id AS "reportedPostId", reported_comment_id AS "reportedCommentId",
    reported_review_id AS "reportedReviewId", payment_id AS "paymentId",
    decision_id AS "decisionId", created_at AS "createdAt", decided_at AS "decidedAt"`,
  from: sql`FROM cases WHERE author_id = ${exportedUid}`,
  sortTime: sql`created_at`,
  id: sql`id`,
});

/**
 * The cases that the person submitted, with their outcomes. Neither reports about the person nor the names of the
 * deciding administrators are exported.
 */
export const casesDataExport: ReadDataExport = async function* read(pool, uid) {
  for await (const { number, ...row } of readCaseRows(pool, uid)) {
    yield { code: caseCodeOf(row['kind'] as CaseKind, Number(number)), ...row };
  }
};
