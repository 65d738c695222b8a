import type { Outcome } from '@guilda/contract/moderation/moderation';
import type { Cursor } from '../../../platform/cursor.ts';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Db } from '../../../platform/database/pool.ts';
import { alias, and, desc, eq, isNull, sql } from '../../../platform/database/query-builder.ts';
import { waitUntilReplicated } from '../../../platform/database/replicas/unreplicated.ts';
import { timeText } from '../../../platform/database/time-text.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { services } from '../../catalog/index.ts';
import { orders } from '../../orders/index.ts';
import { reviews } from '../../reviews/index.ts';
import { comments, posts } from '../../social/index.ts';
import { authorColumns, users } from '../../users/index.ts';
import { type DecisionRow, decisions } from '../decisions/decisions-table.ts';
import { type CaseRow, cases } from './cases-table.ts';

/** The columns of a case that are written when it is submitted. */
export type NewCase = Pick<CaseRow, 'kind' | 'message'> &
  Partial<
    Pick<
      CaseRow,
      | 'title'
      | 'severity'
      | 'minor'
      | 'underage'
      | 'reportedUserId'
      | 'reportedPostId'
      | 'reportedCommentId'
      | 'reportedServiceId'
      | 'reportedReviewId'
      | 'decisionId'
      | 'orderId'
      | 'requestKey'
    >
  >;

export async function insertCase(
  tx: Db,
  row: NewCase & { readonly id: string; readonly authorId: string },
): Promise<CaseRow> {
  const rows = await tx.insert(cases).values(row).returning();
  const [created] = rows;
  if (!created) throw new Error(`case ${row.id} was not written`);
  return created;
}

/** Whether a case that Guilda itself opened about this person, with the same value of `minor`, is still open. */
export async function hasOpenCaseByProduct(
  tx: Db,
  reportedUserId: string,
  minor: boolean,
): Promise<boolean> {
  const matchesPersonAndMinor = and(
    eq(cases.reportedUserId, reportedUserId),
    eq(cases.minor, minor),
  );
  return (
    (await tx.$count(
      cases,
      and(isNull(cases.authorId), eq(cases.status, 'open'), matchesPersonAndMinor),
    )) > 0
  );
}

/**
 * Inserts a case unless it exists already: with the author's request key or, for a case without an author, which Guilda
 * itself opens, about the same person. Null when it exists.
 */
export async function insertCaseOnce(
  tx: Db,
  row: NewCase & Pick<CaseRow, 'id'> & Partial<Pick<CaseRow, 'authorId'>>,
): Promise<CaseRow | null> {
  const rows = await tx.insert(cases).values(row).onConflictDoNothing().returning();
  return rows[0] ?? null;
}

/** The person's case with this request key; null when there is none. */
export async function findCaseByRequestKey(
  db: Db,
  authorId: string,
  requestKey: string,
): Promise<Pick<CaseRow, 'id' | 'kind' | 'number' | 'createdAt'> | null> {
  const rows = await db
    .select({
      id: cases.id,
      kind: cases.kind,
      number: cases.number,
      createdAt: cases.createdAt,
      replicated: waitUntilReplicated,
    })
    .from(cases)
    .where(and(eq(cases.authorId, authorId), eq(cases.requestKey, requestKey)));
  return rows[0] ?? null;
}

const caseAuthors = alias(users, 'authors');
const reportedUsers = alias(users, 'reported');
const sellers = alias(users, 'sellers');

/**
 * A case with its people, order, decision and subject, for the mails about the case; null when the case does not exist.
 */
export async function readCaseDetails(db: Db, id: string) {
  const rows = await db
    .select({
      case: cases,
      author: {
        username: caseAuthors.username,
        deletedAt: caseAuthors.deletedAt,
        email: caseAuthors.email,
      },
      reported: { username: reportedUsers.username, deletedAt: reportedUsers.deletedAt },
      purchase: { code: orders.purchaseCode, name: orders.productName },
      seller: { username: sellers.username, deletedAt: sellers.deletedAt },
      post: { uid: posts.uid, title: posts.title, description: posts.description },
      comment: { id: comments.id, postUid: comments.postUid, text: comments.text },
      service: { id: services.id, title: services.title },
      review: { id: reviews.id, serviceId: reviews.serviceId, title: reviews.title },
      decision: { action: decisions.action, reason: decisions.reason },
    })
    .from(cases)
    .leftJoin(caseAuthors, eq(caseAuthors.uid, cases.authorId))
    .leftJoin(reportedUsers, eq(reportedUsers.uid, cases.reportedUserId))
    .leftJoin(orders, eq(orders.id, cases.orderId))
    .leftJoin(sellers, eq(sellers.uid, orders.sellerId))
    .leftJoin(posts, eq(posts.uid, cases.reportedPostId))
    .leftJoin(comments, eq(comments.id, cases.reportedCommentId))
    .leftJoin(services, eq(services.id, cases.reportedServiceId))
    .leftJoin(reviews, eq(reviews.id, cases.reportedReviewId))
    .leftJoin(decisions, eq(decisions.id, cases.decisionId))
    .where(eq(cases.id, id));
  return rows[0] ?? null;
}

export type CaseDetails = NonNullable<Awaited<ReturnType<typeof readCaseDetails>>>;

/** The decision with which a case is closed. */
export interface CaseOutcome {
  readonly outcome: Outcome;
  /** Text shown to the author of the case. */
  readonly answer: string;
  /** Uid of the administrator who decided. */
  readonly decidedBy: string;
}

/** Closes an open case and returns it; null when the case is closed already or does not exist. */
export async function closeCase(tx: Db, id: string, outcome: CaseOutcome): Promise<CaseRow | null> {
  const rows = await tx
    .update(cases)
    .set({ ...outcome, status: 'closed', decidedAt: databaseNow })
    .where(and(eq(cases.id, id), eq(cases.status, 'open')))
    .returning();
  return rows[0] ?? null;
}

const orderColumns = {
  id: orders.id,
  purchaseCode: orders.purchaseCode,
  productName: orders.productName,
  serviceStatus: orders.serviceStatus,
  amountDue: sql<number>`amount_due(${orders})`,
  buyerId: orders.buyerId,
  sellerId: orders.sellerId,
};

/** A case with the rows that are needed to decide it. */
export interface CaseRows {
  readonly case: CaseRow;
  /** The decision that an appeal is against; null for other kinds of case. */
  readonly decision: DecisionRow | null;
  /** The order that the case, or the appealed decision, is about. */
  readonly order:
    | (Pick<typeof orders.$inferSelect, Exclude<keyof typeof orderColumns, 'amountDue'>> & {
        /** What the buyer owes, in centavos. */
        readonly amountDue: number;
      })
    | null;
  /** Uid of the reviewed service's seller; null unless the case or the appealed decision is about a review. */
  readonly reviewedSellerId: string | null;
}

/** Reads a case with its decision, order and review; null when the case does not exist. */
export async function findCaseRows(db: Db, id: string): Promise<CaseRows | null> {
  const orderId = sql`coalesce(${cases.orderId},
    CASE WHEN ${decisions.subjectKind} = 'order' THEN ${decisions.subjectId} END)`;
  const reviewId = sql`coalesce(${cases.reportedReviewId},
    CASE WHEN ${decisions.subjectKind} = 'review' THEN ${decisions.subjectId} END)`;
  const rows = await db
    .select({
      case: cases,
      decision: decisions,
      order: orderColumns,
      reviewedSellerId: reviews.sellerId,
    })
    .from(cases)
    .leftJoin(decisions, eq(decisions.id, cases.decisionId))
    .leftJoin(orders, eq(orders.id, orderId))
    .leftJoin(reviews, eq(reviews.id, reviewId))
    .where(eq(cases.id, id));
  return rows[0] ?? null;
}

/**
 * One page of the cases that a person submitted, newest first: `limit` rows, and one more when another page follows.
 */
export function findOwnCases(db: Db, uid: string, limit: number, afterCursor: Cursor | null) {
  const isAfterCursor = sql`(${cases.createdAt}, ${cases.id}) < (${afterCursor?.key}::timestamptz, ${afterCursor?.id}::uuid)`;
  return db
    .select({
      case: cases,
      about: authorColumns,
      purchaseCode: orders.purchaseCode,
      action: decisions.action,
      key: timeText(cases.createdAt),
    })
    .from(cases)
    .leftJoin(users, and(eq(users.uid, cases.reportedUserId), isNull(users.deletedAt)))
    .leftJoin(orders, eq(orders.id, cases.orderId))
    .leftJoin(decisions, eq(decisions.id, cases.decisionId))
    .where(and(eq(cases.authorId, uid), afterCursor ? isAfterCursor : undefined))
    .orderBy(desc(cases.createdAt), desc(cases.id))
    .limit(limit + 1);
}

/**
 * Assigns an open case to an administrator, or returns it to the queue when `assignedTo` is null; false when the case is
 * not open.
 */
export async function setCaseAssignee(
  tx: Db,
  id: string,
  assignedTo: string | null,
): Promise<boolean> {
  const rows = await tx
    .update(cases)
    .set({ assignedTo })
    .where(and(eq(cases.id, id), eq(cases.status, 'open')))
    .returning({ id: cases.id });
  return rows.length > 0;
}

/** Id of a report by its code, such as `DEN-0418`, or by its id; null when no such report exists. */
export async function findReportId(db: Db, text: string): Promise<string | null> {
  const [, digits] = /^DEN-(\d{1,15})$/i.exec(text.trim()) ?? [];
  if (digits === undefined && !isUuid(text)) return null;
  const condition = digits === undefined ? eq(cases.id, text) : eq(cases.number, Number(digits));
  const rows = await db
    .select({ id: cases.id })
    .from(cases)
    .where(and(condition, eq(cases.kind, 'report')));
  return rows[0]?.id ?? null;
}
