import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import type { CaseRow } from './cases-table.ts';
import type { Deed, Enforce } from './enforce.ts';
import { type Subject, thingOf } from './subject.ts';

/** What people read while something waits for the team. */
export const UNDER_REVIEW = 'Em análise pela equipe.';

/** Reports about minors that were dismissed in this time make their author hide nothing any more. */
const FALSE_REPORTS = 2;
const FALSE_REPORT_DAYS = 30;

type Reported = Pick<
  CaseRow,
  | 'id'
  | 'authorId'
  | 'reportedUserId'
  | 'reportedPostId'
  | 'reportedCommentId'
  | 'reportedServiceId'
  | 'reportedReviewId'
>;

/** Whether a report may hide something by itself: not by whom cries wolf, not of the team. */
async function mayHide(tx: Db, { authorId, reportedUserId }: Reported): Promise<boolean> {
  const { rows } = await tx.execute<{ may: boolean }>(sql`SELECT
    (SELECT count(*) FROM cases WHERE author_id = ${authorId} AND kind = 'report' AND minor
      AND outcome = 'dismissed'
      AND decided_at > now() - make_interval(days => ${FALSE_REPORT_DAYS}::integer)) < ${FALSE_REPORTS}
    AND EXISTS (SELECT FROM users WHERE uid = ${reportedUserId} AND role <> 'admin') AS may`);
  return rows[0]?.may === true;
}

/** What a person sells to adults: it is what goes where they are reported as a whole. */
async function adultServicesOf(tx: Db, uid: string | null): Promise<Subject[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`SELECT id FROM services
    WHERE seller_id = ${uid} AND adult AND deleted_at IS NULL AND hidden_at IS NULL ORDER BY id`);
  return rows.map(({ id }) => ({ kind: 'service', id }));
}

/**
 * Hides what a report about a minor is about until the team decides, in the transaction that takes
 * the report (`product §9`). Answers what is to be told once that is committed. Whatever refuses to
 * be hidden, such as what is gone meanwhile, stays as it is: the report counts all the same.
 */
export async function hideAtOnce(
  enforce: Enforce,
  tx: Db,
  reported: Reported,
): Promise<(() => void)[]> {
  if (!(await mayHide(tx, reported))) return [];
  const thing = thingOf(reported);
  const subjects = thing ? [thing] : await adultServicesOf(tx, reported.reportedUserId);
  const told: (() => void)[] = [];
  for (const subject of subjects) {
    const deed: Deed = {
      actor: null,
      action: 'hide',
      subject,
      reason: UNDER_REVIEW,
      days: null,
      caseId: reported.id,
    };
    const done = await enforce(tx, deed);
    if (done.ok) told.push(done.value);
  }
  return told;
}

/** Nobody has decided since on what a line `a` of the log did. */
const undecided = sql`NOT EXISTS (SELECT FROM moderation_actions later
  WHERE later.subject_id = a.subject_id AND later.action IN ('hide', 'restore')
    AND (later.created_at, later.id) > (a.created_at, a.id))`;

/**
 * What waits hidden because of a report that is being upheld: hidden by the product itself, in this
 * case or in another one about the same thing, and decided on by nobody since.
 */
export async function heldFor(tx: Db, row: CaseRow): Promise<Subject[]> {
  const { rows } = await tx.execute<{ kind: Subject['kind']; id: string }>(sql`
    SELECT DISTINCT a.subject_kind AS kind, a.subject_id AS id FROM moderation_actions a
    WHERE a.actor_id IS NULL AND a.action = 'hide' AND ${undecided}
      AND (a.case_id = ${row.id} OR a.subject_id = ${thingOf(row)?.id ?? null}::uuid)
    ORDER BY 2`);
  return rows;
}

/**
 * What waits hidden because of a report that is being dismissed: hidden by the product itself, in this
 * case or in one dismissed before, decided on by nobody since, and reported by no other open case.
 */
export async function heldBy(
  tx: Db,
  { id, reportedUserId }: Pick<CaseRow, 'id' | 'reportedUserId'>,
): Promise<Subject[]> {
  const { rows } = await tx.execute<{ kind: Subject['kind']; id: string }>(sql`
    SELECT DISTINCT a.subject_kind AS kind, a.subject_id AS id
    FROM moderation_actions a JOIN cases c ON c.id = a.case_id
    WHERE a.actor_id IS NULL AND a.action = 'hide' AND c.reported_user_id = ${reportedUserId}
      AND (c.id = ${id} OR c.outcome = 'dismissed')
      AND ${undecided}
      AND NOT EXISTS (SELECT FROM cases o WHERE o.id <> ${id} AND o.status = 'open' AND o.minor
        AND o.reported_user_id = ${reportedUserId}
        AND coalesce(o.reported_review_id, o.reported_comment_id, o.reported_service_id,
          o.reported_post_id, CASE a.subject_kind WHEN 'service' THEN a.subject_id END) = a.subject_id)
    ORDER BY 2`);
  return rows;
}
