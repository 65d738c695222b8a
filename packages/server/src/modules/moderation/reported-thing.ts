import type { reportData } from '@guilda/contract/moderation';
import type { z } from '@guilda/contract/schema';
import { sql } from 'drizzle-orm';
import type { Person } from '../../platform/actor.ts';
import type { Database, Db } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { openService } from '../catalog/index.ts';
import { openReview } from '../reviews/index.ts';
import { openComment, openPost } from '../social/index.ts';
import type { CaseRow } from './cases-table.ts';

/** What a report names beyond the person. */
type Named = Pick<
  z.output<typeof reportData>,
  | 'reportedUserId'
  | 'reportedPostId'
  | 'reportedCommentId'
  | 'reportedServiceId'
  | 'reportedReviewId'
>;

/** The columns of a case that say what it is about. */
export type ReportedThing = Pick<
  CaseRow,
  'reportedPostId' | 'reportedCommentId' | 'reportedServiceId' | 'reportedReviewId'
>;

export type ThingRefusal =
  | 'post_not_found'
  | 'comment_not_found'
  | 'service_not_found'
  | 'review_not_found';

type Judged = Promise<Result<Partial<ReportedThing>, ThingRefusal>>;

async function comment(
  { pool }: Database,
  actor: Person,
  id: string,
  { reportedUserId, reportedPostId }: Named,
): Judged {
  const found = await openComment(pool, actor, id);
  const theirs = found.ok && found.value.author === reportedUserId;
  const there = reportedPostId === undefined || (found.ok && found.value.post === reportedPostId);
  return theirs && there
    ? ok({ reportedPostId: reportedPostId ?? null, reportedCommentId: id })
    : err('comment_not_found');
}

async function review(
  database: Database,
  actor: Person,
  id: string,
  { reportedUserId, reportedServiceId }: Named,
): Judged {
  const found = await openReview(database, actor, id);
  const theirs = found.ok && found.value.author === reportedUserId;
  const there =
    reportedServiceId === undefined || (found.ok && found.value.serviceId === reportedServiceId);
  return theirs && there
    ? ok({ reportedServiceId: reportedServiceId ?? null, reportedReviewId: id })
    : err('review_not_found');
}

/**
 * What a report is about beyond the person: something of theirs that the reporter sees. A comment may
 * come with its post and a review with its service; they count as one thing, the comment or review.
 */
export async function reportedThing(database: Database, actor: Person, named: Named): Judged {
  const { reportedUserId, reportedPostId, reportedServiceId } = named;
  const { pool } = database;
  if (named.reportedReviewId !== undefined)
    return review(database, actor, named.reportedReviewId, named);
  if (named.reportedCommentId !== undefined)
    return comment(database, actor, named.reportedCommentId, named);
  if (reportedServiceId !== undefined) {
    const service = await openService(pool, actor, reportedServiceId);
    const theirs = service.ok && service.value.uid === reportedUserId;
    return theirs ? ok({ reportedServiceId }) : err('service_not_found');
  }
  if (reportedPostId === undefined) return ok({});
  const post = await openPost(pool, actor, reportedPostId);
  const theirs = post.ok && post.value.uid === reportedUserId;
  return theirs ? ok({ reportedPostId }) : err('post_not_found');
}

/** Whether a report is about something for adults, or about somebody who sells such (`product §9`). */
export async function isForAdults(
  db: Db,
  { reportedUserId, ...thing }: Partial<ReportedThing> & { readonly reportedUserId: string },
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
