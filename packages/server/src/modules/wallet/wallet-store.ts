import { sql } from 'drizzle-orm';
import type { Cursor } from '../../platform/cursor.ts';
import type { Db } from '../../platform/database/pool.ts';
import type { LedgerKind } from './ledger-tables.ts';

/** Centavos. */
export interface Totals {
  readonly available: number;
  readonly held: number;
}

/** What a person may withdraw, and what waits for their sales to end. */
export async function readTotals(db: Db, uid: string): Promise<Totals> {
  const { rows } = await db.execute<{ available: string; held: string }>(sql`
    SELECT coalesce(sum(amount) FILTER (WHERE account = 'seller'), 0) AS available,
      coalesce(sum(amount) FILTER (WHERE account = 'held'), 0) AS held
    FROM ledger_entries WHERE owner_id = ${uid} AND account IN ('seller', 'held')`);
  return { available: Number(rows[0]?.available), held: Number(rows[0]?.held) };
}

export type WalletLine = {
  readonly id: string;
  readonly kind: LedgerKind;
  readonly paymentId: string | null;
  readonly productName: string | null;
  /** What the transaction changed in held plus available, in signed centavos. */
  readonly amount: number;
  readonly createdAt: string;
  /** Sort key of the cursor: microseconds, in UTC. */
  readonly key: string;
};

/**
 * A person's history as a seller, newest first: a line for each transaction that changed the sum of
 * what is held and what is available, so that the lines always add up to the two.
 */
export async function readLines(
  db: Db,
  uid: string,
  page: { readonly limit: number; readonly after: Cursor | null },
): Promise<WalletLine[]> {
  const { limit, after } = page;
  const past = after
    ? sql`(t.created_at, t.id) < (${after.key}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await db.execute<Omit<WalletLine, 'amount'> & { amount: string }>(sql`
    SELECT t.id, t.kind, t.payment_id AS "paymentId", p.product_name AS "productName",
      sum(e.amount) AS amount,
      to_char(t.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
      to_char(t.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS key
    FROM ledger_entries e
      JOIN ledger_transactions t ON t.id = e.transaction_id
      LEFT JOIN payments p ON p.id = t.payment_id
    WHERE e.owner_id = ${uid} AND e.account IN ('seller', 'held') AND ${past}
    GROUP BY t.id, p.product_name
    HAVING sum(e.amount) <> 0
    ORDER BY t.created_at DESC, t.id DESC
    LIMIT ${limit + 1}`);
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}
