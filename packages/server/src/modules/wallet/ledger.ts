import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import type { Ids } from '../../ports/ids.ts';
import {
  type LedgerAccount,
  type LedgerKind,
  ledgerEntries,
  ledgerTransactions,
} from './ledger-tables.ts';
import { splitSale } from './split.ts';

/** A sale's money; `amount` in centavos. */
export interface SaleMoney {
  readonly paymentId: string;
  readonly buyerId: string;
  readonly sellerId: string;
  readonly amount: number;
}

interface Entry {
  readonly account: LedgerAccount;
  readonly ownerId: string | null;
  readonly amount: number;
}

/**
 * Writes one balanced movement, once for each kind and payment. False, and nothing is written, when
 * it stands in the ledger already or moves no money (a free service).
 */
async function post(
  tx: Db,
  ids: Ids,
  about: { kind: LedgerKind; paymentId: string },
  entries: readonly Entry[],
): Promise<boolean> {
  const moving = entries.filter(({ amount }) => amount !== 0);
  if (moving.length === 0) return false;
  const made = await tx
    .insert(ledgerTransactions)
    .values({ id: ids.uuid(), ...about, createdAt: sql`clock_timestamp()` })
    .onConflictDoNothing({ target: [ledgerTransactions.kind, ledgerTransactions.paymentId] })
    .returning({ id: ledgerTransactions.id });
  const transactionId = made[0]?.id;
  if (transactionId === undefined) return false;
  await tx
    .insert(ledgerEntries)
    .values(moving.map((entry) => ({ id: ids.uuid(), transactionId, ...entry })));
  return true;
}

/** The buyer's money arrives and is held for the seller. In the order's transaction (`product §5`). */
export function postPayment(tx: Db, ids: Ids, sale: SaleMoney): Promise<boolean> {
  const { paymentId, buyerId, sellerId, amount } = sale;
  return post(tx, ids, { kind: 'payment', paymentId }, [
    { account: 'buyer', ownerId: buyerId, amount: -amount },
    { account: 'held', ownerId: sellerId, amount },
  ]);
}

/** What was held becomes the seller's, less the platform's fee. In the order's transaction. */
export function postCompletion(
  tx: Db,
  ids: Ids,
  sale: Omit<SaleMoney, 'buyerId'> & { readonly feePercent: number },
): Promise<boolean> {
  const { paymentId, sellerId, amount } = sale;
  const { fee, net } = splitSale(amount, sale.feePercent);
  return post(tx, ids, { kind: 'completion', paymentId }, [
    { account: 'held', ownerId: sellerId, amount: -amount },
    { account: 'seller', ownerId: sellerId, amount: net },
    { account: 'platform', ownerId: null, amount: fee },
  ]);
}

/** What was held goes back to the buyer, whole. In the order's transaction. */
export function postRefund(tx: Db, ids: Ids, sale: SaleMoney): Promise<boolean> {
  const { paymentId, buyerId, sellerId, amount } = sale;
  return post(tx, ids, { kind: 'refund', paymentId }, [
    { account: 'held', ownerId: sellerId, amount: -amount },
    { account: 'buyer', ownerId: buyerId, amount },
  ]);
}

/** What the check of the ledger found; sound when `total` is 0 and `unbalanced` is empty. */
export interface LedgerSum {
  /** Centavos over all accounts. */
  readonly total: number;
  /** Ids of transactions that do not sum to zero, or hold nothing. */
  readonly unbalanced: readonly string[];
}

/** Proves that no centavo was made or lost: every transaction sums to zero, and so does the whole. */
export async function ledgerSum(db: Db): Promise<LedgerSum> {
  const { rows } = await db.execute<{ total: string; unbalanced: string[] }>(sql`
    SELECT coalesce(sum(amount), 0) AS total,
      coalesce(array_agg(id::text) FILTER (WHERE amount IS DISTINCT FROM 0), '{}') AS unbalanced
    FROM (
      SELECT t.id, sum(e.amount) AS amount
      FROM ledger_transactions t LEFT JOIN ledger_entries e ON e.transaction_id = t.id
      GROUP BY t.id
    ) sums`);
  return { total: Number(rows[0]?.total), unbalanced: rows[0]?.unbalanced ?? [] };
}
