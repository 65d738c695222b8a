import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { payments } from '../orders/index.ts';
import { reviews } from '../reviews/index.ts';
import { type CaseRow, cases } from './cases-table.ts';
import { type DecisionRow, decisions } from './decisions-table.ts';
import { type Subject, thingOf } from './subject.ts';

const orderColumns = {
  id: payments.id,
  purchaseCode: payments.purchaseCode,
  productName: payments.productName,
  serviceStatus: payments.serviceStatus,
  price: payments.price,
  buyerId: payments.buyerId,
  sellerId: payments.sellerId,
};

/** A case with what it is about, as far as deciding needs to know it. */
export interface CaseContext {
  readonly case: CaseRow;
  /** Of an appeal: what it is against. */
  readonly decision: DecisionRow | null;
  /** The order it is about, or that the decision was about. */
  readonly order: Pick<typeof payments.$inferSelect, keyof typeof orderColumns> | null;
  /** Who sells what the review is of that it is, or the decision was, about; null where it is about none. */
  readonly reviewed: string | null;
  /** What it is about: the person where it is about nothing else; null in feedback. */
  readonly subject: Subject | null;
  /** Whom the team would act upon: the reported person, who appeals, who sells; null in feedback. */
  readonly person: string | null;
}

function subjectOf({ case: row, decision }: Pick<CaseContext, 'case' | 'decision'>) {
  if (row.kind === 'report') {
    const { reportedUserId } = row;
    return thingOf(row) ?? (reportedUserId && { kind: 'user' as const, id: reportedUserId });
  }
  if (row.kind === 'support') return row.paymentId && { kind: 'order' as const, id: row.paymentId };
  return decision && { kind: decision.subjectKind, id: decision.subjectId };
}

/** A case in its context; null when there is none. */
export async function readContext(db: Db, id: string): Promise<CaseContext | null> {
  const orderId = sql`coalesce(${cases.paymentId},
    CASE WHEN ${decisions.subjectKind} = 'order' THEN ${decisions.subjectId} END)`;
  const reviewId = sql`coalesce(${cases.reportedReviewId},
    CASE WHEN ${decisions.subjectKind} = 'review' THEN ${decisions.subjectId} END)`;
  const rows = await db
    .select({ case: cases, decision: decisions, order: orderColumns, reviewed: reviews.sellerId })
    .from(cases)
    .leftJoin(decisions, eq(decisions.id, cases.decisionId))
    .leftJoin(payments, eq(payments.id, orderId))
    .leftJoin(reviews, eq(reviews.id, reviewId))
    .where(eq(cases.id, id));
  const [found] = rows;
  if (!found) return null;
  const { reportedUserId } = found.case;
  const sells = found.case.kind === 'support' ? (found.order?.sellerId ?? null) : null;
  const person = reportedUserId ?? found.decision?.personId ?? sells;
  return { ...found, subject: subjectOf(found) || null, person };
}

/** Everybody a case is of or about: none of them decides it. */
export function concernedIn({ case: row, person, order, reviewed }: CaseContext): string[] {
  const all = [row.authorId, person, order?.buyerId, order?.sellerId, reviewed];
  return [...new Set(all.filter((uid): uid is string => typeof uid === 'string'))];
}
