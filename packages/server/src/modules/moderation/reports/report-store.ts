import { limits } from '@guilda/contract/limits';
import type { Db } from '../../../platform/database/pool.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import { type CaseSubject, reportedSubjectOf } from '../cases/case-subject.ts';
import type { CaseRow } from '../cases/cases-table.ts';
import type { ReportedSubject } from './reported-subject.ts';

/** Whether a report is about adult content or about a person who sells such content, which raises the severity. */
export async function isReportForAdults(
  db: Db,
  { reportedUserId, ...thing }: Partial<ReportedSubject> & { readonly reportedUserId: string },
): Promise<boolean> {
  const { reportedPostId, reportedCommentId, reportedReviewId } = thing;
  const { rows } = await db.execute<{ adult: boolean }>(sql`SELECT
    EXISTS (SELECT FROM services WHERE seller_id = ${reportedUserId} AND adult AND deleted_at IS NULL)
    OR EXISTS (SELECT FROM posts WHERE sensitive AND (uid = ${reportedPostId ?? null}::uuid
      OR uid = (SELECT post_uid FROM comments WHERE id = ${reportedCommentId ?? null}::uuid)))
    OR EXISTS (SELECT FROM services WHERE adult AND id = (
      SELECT service_id FROM reviews WHERE id = ${reportedReviewId ?? null}::uuid)) AS adult`);
  return rows[0]?.adult === true;
}

/** The columns of a report that are needed to hide its subject. */
export type ReportedCase = Pick<
  CaseRow,
  | 'id'
  | 'authorId'
  | 'minor'
  | 'underage'
  | 'reportedUserId'
  | 'reportedPostId'
  | 'reportedCommentId'
  | 'reportedServiceId'
  | 'reportedReviewId'
>;

/**
 * Whether a report may have consequences before the team decides. False when the reported person is an administrator,
 * or when too many recent reports by the same author about minors or underage accounts were dismissed.
 */
export async function mayActBeforeDecision(
  tx: Db,
  { authorId, reportedUserId }: ReportedCase,
): Promise<boolean> {
  const { rows } = await tx.execute<{ allowed: boolean }>(sql`SELECT
    (SELECT count(*) FROM cases WHERE author_id = ${authorId} AND kind = 'report' AND (minor OR underage)
      AND outcome = 'dismissed'
      AND decided_at > now() - make_interval(days => ${limits.falseReports.days}::integer)) < ${limits.falseReports.count}
    AND EXISTS (SELECT FROM users WHERE uid = ${reportedUserId} AND role <> 'admin') AS allowed`);
  return rows[0]?.allowed === true;
}

/** A consequence that a report can have before the team decides, named by the column of the reports that have it. */
type EarlyConsequence = keyof typeof limits.earlyConsequences;

/**
 * Whether this report may have the consequence before the team decides: only while its author has fewer than
 * `limits.earlyConsequences` other open reports of the kind. Otherwise one person could stop every seller from selling
 * or hide everything that others publish. Lock the author first.
 */
export async function hasFewOpenReports(
  tx: Db,
  { id, authorId }: Pick<CaseRow, 'id' | 'authorId'>,
  consequence: EarlyConsequence,
): Promise<boolean> {
  const { rows } = await tx.execute<{
    allowed: boolean;
  }>(sql`SELECT count(*) < ${limits.earlyConsequences[consequence]} AS allowed
    FROM cases WHERE author_id = ${authorId} AND id <> ${id} AND ${sql.identifier(consequence)}
      AND status = 'open'`);
  return rows[0]?.allowed === true;
}

/**
 * Whether a person's age requirement comes only from reports that the team has not upheld. False when:
 * - an administrator required the proof
 * - the requirement comes from an earlier, closed account of the person; its audit log entry then has no case
 * - a report that the person is under age was upheld after the requirement began
 */
export async function isAgeRequiredByReportsOnly(tx: Db, uid: string): Promise<boolean> {
  const { rows } = await tx.execute<{ undecided: boolean }>(sql`SELECT
    NOT EXISTS (SELECT FROM cases c JOIN users u ON u.uid = c.reported_user_id
      WHERE u.uid = ${uid} AND c.underage AND c.outcome = 'upheld'
        AND (u.age_required_at IS NULL OR c.decided_at >= u.age_required_at))
    AND coalesce((SELECT actor_id IS NULL AND case_id IS NOT NULL FROM moderation_actions
      WHERE subject_id = ${uid} AND action = 'require_age' ORDER BY created_at DESC, id DESC LIMIT 1), true) AS undecided`);
  return rows[0]?.undecided === true;
}

/**
 * Whether an earlier age requirement of this person has ended, by an age check or by the team. If so, reports create no
 * new age requirement, because otherwise they could stop a person from selling again and again.
 */
export async function hasEndedAgeRequirement(tx: Db, uid: string): Promise<boolean> {
  const { rows } = await tx.execute<{ settled: boolean }>(
    sql`SELECT age_settled_at IS NOT NULL AS settled FROM users WHERE uid = ${uid}`,
  );
  return rows[0]?.settled === true;
}

/** Whether another open report says that the same person is under age. */
export async function hasOtherUnderageReport(
  tx: Db,
  { id, reportedUserId }: Pick<CaseRow, 'id' | 'reportedUserId'>,
): Promise<boolean> {
  const { rows } = await tx.execute<{ other: boolean }>(sql`SELECT EXISTS (SELECT FROM cases
    WHERE reported_user_id = ${reportedUserId} AND id <> ${id} AND underage AND status = 'open') AS other`);
  return rows[0]?.other === true;
}

/**
 * The visible adult services of a person. These are hidden when a report that involves a minor is about the person and
 * not about one item.
 */
export async function listVisibleAdultServices(tx: Db, uid: string | null): Promise<CaseSubject[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`SELECT id FROM services
    WHERE seller_id = ${uid} AND adult AND deleted_at IS NULL AND hidden_at IS NULL ORDER BY id`);
  return rows.map(({ id }) => ({ kind: 'service', id }));
}

/** Condition: after the audit log entry `a`, no later entry hides or restores the same subject. */
const isUndecidedSince = sql`NOT EXISTS (SELECT FROM moderation_actions later
  WHERE later.subject_id = a.subject_id AND later.action IN ('hide', 'restore')
    AND (later.created_at, later.id) > (a.created_at, a.id))`;

/**
 * The subjects of a list that the team has looked at and kept visible: the last entry about them restores them by
 * dismissing a report that involves a minor, and they have not been edited since. Only services can be edited.
 */
export async function listKeptVisible(
  tx: Db,
  subjects: readonly CaseSubject[],
): Promise<ReadonlySet<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT a.subject_id AS id FROM moderation_actions a JOIN cases c ON c.id = a.case_id
    WHERE a.action = 'restore' AND a.subject_id = ANY(${sql.param(subjects.map(({ id }) => id))}::uuid[])
      AND c.minor AND c.outcome = 'dismissed' AND ${isUndecidedSince}
      AND NOT EXISTS (SELECT FROM services WHERE id = a.subject_id AND updated_at > a.created_at)`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Subjects that stay hidden when this report is upheld: hidden automatically, in this case or in another case about the
 * same subject, and neither hidden nor restored after the automatic hide.
 */
export async function listAutoHiddenToConfirm(tx: Db, row: CaseRow): Promise<CaseSubject[]> {
  const { rows } = await tx.execute<{ kind: CaseSubject['kind']; id: string }>(sql`
    SELECT DISTINCT a.subject_kind AS kind, a.subject_id AS id FROM moderation_actions a
    WHERE a.actor_id IS NULL AND a.action = 'hide' AND ${isUndecidedSince}
      AND (a.case_id = ${row.id} OR a.subject_id = ${reportedSubjectOf(row)?.id ?? null}::uuid)
    ORDER BY 2`);
  return rows;
}

/**
 * Subjects that are shown again when this report is dismissed:
 * - hidden automatically, in this case or in a dismissed case about the same person
 * - neither hidden nor restored after the automatic hide
 * - not the subject of another open report about a minor
 */
export async function listAutoHiddenToRestore(
  tx: Db,
  { id, reportedUserId }: Pick<CaseRow, 'id' | 'reportedUserId'>,
): Promise<CaseSubject[]> {
  const { rows } = await tx.execute<{ kind: CaseSubject['kind']; id: string }>(sql`
    SELECT DISTINCT a.subject_kind AS kind, a.subject_id AS id
    FROM moderation_actions a JOIN cases c ON c.id = a.case_id
    WHERE a.actor_id IS NULL AND a.action = 'hide' AND c.reported_user_id = ${reportedUserId}
      AND (c.id = ${id} OR c.outcome = 'dismissed')
      AND ${isUndecidedSince}
      AND NOT EXISTS (SELECT FROM cases o WHERE o.id <> ${id} AND o.status = 'open' AND o.minor
        AND o.reported_user_id = ${reportedUserId}
        AND coalesce(o.reported_review_id, o.reported_comment_id, o.reported_service_id,
          o.reported_post_id, CASE a.subject_kind WHEN 'service' THEN a.subject_id END) = a.subject_id)
    ORDER BY 2`);
  return rows;
}
