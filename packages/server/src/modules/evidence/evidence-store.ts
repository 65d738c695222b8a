import type { EvidenceCause } from '@guilda/contract/orders/evidence';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Db } from '../../platform/database/pool.ts';
import { and, asc, eq, isNull, sql } from '../../platform/database/query-builder.ts';
import { timeText } from '../../platform/database/time-text.ts';
import { type EvidenceRow, evidence } from './evidence-table.ts';

/** The dispute or chargeback for which evidence was sealed. */
export interface EvidenceCauseKey {
  readonly cause: EvidenceCause;
  readonly causeId: string;
}

const isOfCause = ({ cause, causeId }: EvidenceCauseKey) =>
  and(eq(evidence.cause, cause), eq(evidence.causeId, causeId));

/**
 * Locks an order until `tx` ends, so that its state cannot change; returns the current time in UTC with microseconds.
 */
export async function lockOrderForSealing(tx: Db, orderId: string): Promise<string> {
  const { rows } = await tx.execute<{
    at: string;
  }>(sql`SELECT ${timeText(databaseNow)} AS at
    FROM (SELECT FROM payments WHERE id = ${orderId}::uuid FOR NO KEY UPDATE) locked`);
  const [row] = rows;
  if (!row) throw new Error(`there is no order ${orderId}`);
  return row.at;
}

export async function findEvidenceOfCause(db: Db, key: EvidenceCauseKey) {
  const { id, hash } = evidence;
  const rows = await db.select({ id, hash }).from(evidence).where(isOfCause(key));
  return rows[0] ?? null;
}

export async function insertEvidence(
  tx: Db,
  row: Omit<EvidenceRow, 'sealedAt' | 'closedAt'> & { readonly sealedAt: string },
): Promise<void> {
  await tx.insert(evidence).values({ ...row, sealedAt: sql`${row.sealedAt}::timestamptz` });
}

/**
 * Records that the dispute or chargeback of an evidence record ends now. The retention period of the record starts at
 * this time. A repeated call does nothing.
 */
export async function recordEvidenceCauseEnd(tx: Db, key: EvidenceCauseKey): Promise<void> {
  await tx
    .update(evidence)
    .set({ closedAt: databaseNow })
    .where(and(isOfCause(key), isNull(evidence.closedAt)));
}

/** The purchase code of an order, and who may open the evidence of the order. */
export interface EvidenceAccess {
  readonly purchaseCode: string;
  readonly buyerId: string;
  readonly sellerId: string;
  /** Whether buyer or seller has closed the account. */
  readonly isAccountClosed: boolean;
}

/** Reads who may open the evidence of an order; null when nothing was sealed for it. */
export async function findEvidenceAccess(db: Db, orderId: string): Promise<EvidenceAccess | null> {
  const { rows } = await db.execute<EvidenceAccess & Record<string, unknown>>(sql`
    SELECT p.purchase_code AS "purchaseCode", p.buyer_id AS "buyerId", p.seller_id AS "sellerId",
      EXISTS (SELECT FROM users WHERE uid IN (p.buyer_id, p.seller_id) AND deleted_at IS NOT NULL)
        AS "isAccountClosed"
    FROM payments p WHERE p.id = ${orderId}::uuid
      AND EXISTS (SELECT FROM evidence WHERE payment_id = p.id)`);
  return rows[0] ?? null;
}

/** Ids of the evidence records of an order, oldest first. */
export async function listEvidenceIds(db: Db, orderId: string): Promise<string[]> {
  const rows = await db
    .select({ id: evidence.id })
    .from(evidence)
    .where(eq(evidence.orderId, orderId))
    .orderBy(asc(evidence.sealedAt), asc(evidence.id));
  return rows.map(({ id }) => id);
}

/** One record of evidence; null when the record was deleted after its retention period. */
export async function findEvidence(db: Db, id: string) {
  const { content, hash } = evidence;
  const rows = await db.select({ content, hash }).from(evidence).where(eq(evidence.id, id));
  return rows[0] ?? null;
}

/** Name under which the consistency check of the ledger reports evidence that was changed. */
export type EvidenceRule = 'evidence';

/**
 * Checks that the hash of every evidence record matches its content, and that the order still has the state change
 * that was the order's last one at the sealing. Copies of reported content belong to no order, so only their hash is
 * checked. Returns the ids of failing records and the case ids of failing copies; an empty list when nothing fails.
 */
export async function checkEvidence(
  db: Db,
): Promise<{ readonly rule: EvidenceRule; readonly ids: readonly string[] }[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT e.id FROM evidence e WHERE e.hash <> sha256(convert_to(e.content, 'UTF8'))
      OR (e.step_hash IS NOT NULL AND NOT EXISTS (SELECT FROM payment_steps s
        WHERE s.payment_id = e.payment_id AND s.hash = e.step_hash))
    UNION ALL
    SELECT r.case_id FROM report_copies r WHERE r.hash <> sha256(convert_to(r.content, 'UTF8'))`);
  return rows.length === 0 ? [] : [{ rule: 'evidence', ids: rows.map(({ id }) => id) }];
}
