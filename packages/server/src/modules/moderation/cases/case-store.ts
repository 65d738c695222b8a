import type { Outcome } from '@guilda/contract/moderation';
import type { Db } from '../../../platform/database/pool.ts';
import { alias, and, eq, sql } from '../../../platform/database/query-builder.ts';
import { services } from '../../catalog/index.ts';
import { orders } from '../../orders/index.ts';
import { reviews } from '../../reviews/index.ts';
import { comments, posts } from '../../social/index.ts';
import { users } from '../../users/index.ts';
import { decisions } from '../decisions/decisions-table.ts';
import { type CaseRow, cases } from './cases-table.ts';

/** The fields of a case as it is submitted. */
export type NewCase = Pick<CaseRow, 'kind' | 'message'> &
  Partial<
    Pick<
      CaseRow,
      | 'title'
      | 'severity'
      | 'minor'
      | 'reportedUserId'
      | 'reportedPostId'
      | 'reportedCommentId'
      | 'reportedServiceId'
      | 'reportedReviewId'
      | 'decisionId'
      | 'paymentId'
    >
  >;

export async function insertCase(
  tx: Db,
  row: NewCase & Pick<CaseRow, 'id' | 'authorId'>,
): Promise<CaseRow> {
  const rows = await tx.insert(cases).values(row).returning();
  const [created] = rows;
  if (!created) throw new Error(`case ${row.id} was not written`);
  return created;
}

const authors = alias(users, 'authors');
const reported = alias(users, 'reported');
const sellers = alias(users, 'sellers');

/** A case with its people, order, decision and subject, as the mails need it; null when there is none. */
export async function readCase(db: Db, id: string) {
  const rows = await db
    .select({
      case: cases,
      author: {
        username: authors.username,
        deletedAt: authors.deletedAt,
        email: authors.email,
      },
      reported: { username: reported.username, deletedAt: reported.deletedAt },
      purchase: { code: orders.purchaseCode, name: orders.productName },
      seller: { username: sellers.username, deletedAt: sellers.deletedAt },
      post: { uid: posts.uid, title: posts.title, description: posts.description },
      comment: { id: comments.id, postUid: comments.postUid, text: comments.text },
      service: { id: services.id, title: services.title },
      review: { id: reviews.id, serviceId: reviews.serviceId, title: reviews.title },
      decision: { action: decisions.action, reason: decisions.reason },
    })
    .from(cases)
    .innerJoin(authors, eq(authors.uid, cases.authorId))
    .leftJoin(reported, eq(reported.uid, cases.reportedUserId))
    .leftJoin(orders, eq(orders.id, cases.paymentId))
    .leftJoin(sellers, eq(sellers.uid, orders.sellerId))
    .leftJoin(posts, eq(posts.uid, cases.reportedPostId))
    .leftJoin(comments, eq(comments.id, cases.reportedCommentId))
    .leftJoin(services, eq(services.id, cases.reportedServiceId))
    .leftJoin(reviews, eq(reviews.id, cases.reportedReviewId))
    .leftJoin(decisions, eq(decisions.id, cases.decisionId))
    .where(eq(cases.id, id));
  return rows[0] ?? null;
}

export type CaseDetails = NonNullable<Awaited<ReturnType<typeof readCase>>>;

/** How a case is closed. */
export interface CaseOutcome {
  readonly outcome: Outcome;
  /** Shown to the author of the case. */
  readonly answer: string;
  /** Uid of the administrator. */
  readonly decidedBy: string;
}

/** Closes an open case; null when it is not open or does not exist. */
export async function closeCase(tx: Db, id: string, outcome: CaseOutcome): Promise<CaseRow | null> {
  const rows = await tx
    .update(cases)
    .set({ ...outcome, status: 'closed', decidedAt: sql`clock_timestamp()` })
    .where(and(eq(cases.id, id), eq(cases.status, 'open')))
    .returning();
  return rows[0] ?? null;
}
