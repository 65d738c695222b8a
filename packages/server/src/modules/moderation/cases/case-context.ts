import type { Db } from '../../../platform/database/pool.ts';
import { type CaseRows, findCaseRows } from './case-store.ts';
import { type CaseSubject, reportedSubjectOf } from './case-subject.ts';

/** A case with all rows that are needed to decide it, its subject and the person concerned. */
export interface CaseContext extends CaseRows {
  /**
   * The subject of the case; for a report about no single item, the reported person. Null for feedback and for a
   * support request without an order.
   */
  readonly subject: CaseSubject | null;
  /**
   * Uid of the person whom actions would concern: the reported person, the appealing person or the seller. Null for
   * feedback and for a support request without an order.
   */
  readonly personId: string | null;
}

function caseSubjectOf({ case: row, decision }: CaseRows) {
  if (row.kind === 'report') {
    const { reportedUserId } = row;
    return (
      reportedSubjectOf(row) ?? (reportedUserId && { kind: 'user' as const, id: reportedUserId })
    );
  }
  if (row.kind === 'support') return row.orderId && { kind: 'order' as const, id: row.orderId };
  return decision && { kind: decision.subjectKind, id: decision.subjectId };
}

/** Reads a case with its context; null when the case does not exist. */
export async function readCaseContext(db: Db, id: string): Promise<CaseContext | null> {
  const caseRows = await findCaseRows(db, id);
  if (!caseRows) return null;
  const { reportedUserId } = caseRows.case;
  const sellerUid = caseRows.case.kind === 'support' ? (caseRows.order?.sellerId ?? null) : null;
  const personId = reportedUserId ?? caseRows.decision?.personId ?? sellerUid;
  return { ...caseRows, subject: caseSubjectOf(caseRows) || null, personId };
}

/** Uids of all people involved in a case; none of these people may decide it. */
export function peopleInvolvedIn({
  case: row,
  personId: person,
  order,
  reviewedSellerId: reviewed,
}: CaseContext): string[] {
  const involvedUids = [row.authorId, person, order?.buyerId, order?.sellerId, reviewed];
  return [...new Set(involvedUids.filter((uid): uid is string => typeof uid === 'string'))];
}
