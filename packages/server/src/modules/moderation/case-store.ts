import type { Outcome } from '@guilda/contract/moderation';
import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/database/pool.ts';
import { services } from '../catalog/index.ts';
import { payments } from '../orders/index.ts';
import { reviews } from '../reviews/index.ts';
import { comments, posts } from '../social/index.ts';
import { users } from '../users/index.ts';
import { type CaseRow, cases } from './cases-table.ts';
import { decisions } from './decisions-table.ts';

/** What a person tells the team. */
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
  const [made] = rows;
  if (!made) throw new Error(`case ${row.id} was not written`);
  return made;
}

const authors = alias(users, 'authors');
const reported = alias(users, 'reported');
const sellers = alias(users, 'sellers');

/** A case with the people, the order, the decision and the thing it is about; null when there is none. */
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
      purchase: { code: payments.purchaseCode, name: payments.productName },
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
    .leftJoin(payments, eq(payments.id, cases.paymentId))
    .leftJoin(sellers, eq(sellers.uid, payments.sellerId))
    .leftJoin(posts, eq(posts.uid, cases.reportedPostId))
    .leftJoin(comments, eq(comments.id, cases.reportedCommentId))
    .leftJoin(services, eq(services.id, cases.reportedServiceId))
    .leftJoin(reviews, eq(reviews.id, cases.reportedReviewId))
    .leftJoin(decisions, eq(decisions.id, cases.decisionId))
    .where(eq(cases.id, id));
  return rows[0] ?? null;
}

export type CaseReading = NonNullable<Awaited<ReturnType<typeof readCase>>>;

/** How a case ended. */
export interface Ending {
  readonly outcome: Outcome;
  /** What its author reads of it. */
  readonly answer: string;
  /** Uid of who decided it. */
  readonly decidedBy: string;
}

/** Ends a case that is open; null, and nothing has changed, where it is not, or there is none. */
export async function closeCase(tx: Db, id: string, ending: Ending): Promise<CaseRow | null> {
  const rows = await tx
    .update(cases)
    .set({ ...ending, status: 'closed', decidedAt: sql`clock_timestamp()` })
    .where(and(eq(cases.id, id), eq(cases.status, 'open')))
    .returning();
  return rows[0] ?? null;
}
