import type { CaseKind } from '@guilda/contract/moderation';
import { sql } from 'drizzle-orm';
import { heldRows, heldUid, type ReadHeld } from '../../platform/database/held-rows.ts';
import { caseCode } from './case-code.ts';

const rows = heldRows({
  columns: sql`id, kind, number::float8 AS number, title, message, status, outcome, answer,
    reported_user_id AS "reportedUserId", reported_service_id AS "reportedServiceId",
    reported_post_id AS "reportedPostId", reported_comment_id AS "reportedCommentId",
    reported_review_id AS "reportedReviewId", payment_id AS "paymentId",
    decision_id AS "decisionId", created_at AS "createdAt", decided_at AS "decidedAt"`,
  from: sql`FROM cases WHERE author_id = ${heldUid}`,
  at: sql`created_at`,
  id: sql`id`,
});

/**
 * What the person told the team, and what came of it. Who reported them, and who of the team decided,
 * is not for them to know.
 */
export const heldCases: ReadHeld = async function* read(pool, uid) {
  for await (const { number, ...row } of rows(pool, uid)) {
    yield { code: caseCode(row['kind'] as CaseKind, Number(number)), ...row };
  }
};
