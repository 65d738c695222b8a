import type { Db } from '../../../platform/database/pool.ts';
import { eq, sql } from '../../../platform/database/query-builder.ts';
import { orders } from '../../orders/index.ts';
import { reviews } from '../../reviews/index.ts';
import { type DecisionRow, decisions } from '../decisions/decisions-table.ts';
import { reportedSubjectOf, type Subject } from './case-subject.ts';
import { type CaseRow, cases } from './cases-table.ts';

const orderColumns = {
  id: orders.id,
  purchaseCode: orders.purchaseCode,
  productName: orders.productName,
  serviceStatus: orders.serviceStatus,
  price: orders.price,
  buyerId: orders.buyerId,
  sellerId: orders.sellerId,
};

/** A case with the rows that deciding it needs. */
export interface CaseContext {
  readonly case: CaseRow;
  /** The appealed decision; null for other cases. */
  readonly decision: DecisionRow | null;
  /** The order that the case or its decision is about. */
  readonly order: Pick<typeof orders.$inferSelect, keyof typeof orderColumns> | null;
  /** The seller of the reviewed service where the case or its decision is about a review; else null. */
  readonly reviewed: string | null;
  /** The subject; the person where the case names nothing else, null for feedback. */
  readonly subject: Subject | null;
  /** The person that actions would concern: reported, appealing or selling; null for feedback. */
  readonly person: string | null;
}

function subjectOf({ case: row, decision }: Pick<CaseContext, 'case' | 'decision'>) {
  if (row.kind === 'report') {
    const { reportedUserId } = row;
    return (
      reportedSubjectOf(row) ?? (reportedUserId && { kind: 'user' as const, id: reportedUserId })
    );
  }
  if (row.kind === 'support') return row.paymentId && { kind: 'order' as const, id: row.paymentId };
  return decision && { kind: decision.subjectKind, id: decision.subjectId };
}

/** Reads a case with its context; null when there is none. */
export async function readContext(db: Db, id: string): Promise<CaseContext | null> {
  const orderId = sql`coalesce(${cases.paymentId},
    CASE WHEN ${decisions.subjectKind} = 'order' THEN ${decisions.subjectId} END)`;
  const reviewId = sql`coalesce(${cases.reportedReviewId},
    CASE WHEN ${decisions.subjectKind} = 'review' THEN ${decisions.subjectId} END)`;
  const rows = await db
    .select({ case: cases, decision: decisions, order: orderColumns, reviewed: reviews.sellerId })
    .from(cases)
    .leftJoin(decisions, eq(decisions.id, cases.decisionId))
    .leftJoin(orders, eq(orders.id, orderId))
    .leftJoin(reviews, eq(reviews.id, reviewId))
    .where(eq(cases.id, id));
  const [found] = rows;
  if (!found) return null;
  const { reportedUserId } = found.case;
  const sells = found.case.kind === 'support' ? (found.order?.sellerId ?? null) : null;
  const person = reportedUserId ?? found.decision?.personId ?? sells;
  return { ...found, subject: subjectOf(found) || null, person };
}

/** Everybody involved in a case; none of them may decide it. */
export function peopleConcerned({ case: row, person, order, reviewed }: CaseContext): string[] {
  const all = [row.authorId, person, order?.buyerId, order?.sellerId, reviewed];
  return [...new Set(all.filter((uid): uid is string => typeof uid === 'string'))];
}
