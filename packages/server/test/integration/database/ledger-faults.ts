import type { Database, Db } from '../../../src/platform/database/pool.ts';
import { sql } from '../../../src/platform/database/query-builder.ts';

/** Faults that occur after the statements of an operation and before its commit. */
export const ledgerFaults = {
  /** The program throws an error. */
  throw: () => Promise.reject(new Error('a fault')),
  /** The database ends the connection. */
  kill: (tx: Db) => tx.execute(sql`SELECT pg_terminate_backend(pg_backend_pid())`),
  /** Adds an entry of one centavo, so that a ledger transaction does not sum to zero; only the commit detects it. */
  unbalanced: (tx: Db) =>
    tx.execute(sql`INSERT INTO ledger_entries (id, transaction_id, account, owner_id, amount)
      SELECT gen_random_uuid(), t.id, 'held', e.owner_id, 1 FROM ledger_transactions t
        JOIN ledger_entries e ON e.transaction_id = t.id ORDER BY t.id DESC LIMIT 1`),
  /**
   * Adds a ledger transaction without entries, which only the commit detects. Adds nothing when another operation refunds
   * the same order meanwhile.
   */
  empty: (tx: Db) =>
    tx.execute(sql`INSERT INTO ledger_transactions (id, kind, payment_id)
      SELECT gen_random_uuid(), 'refund', id FROM payments p WHERE NOT EXISTS (
        SELECT FROM ledger_transactions t WHERE t.payment_id = p.id AND kind = 'refund') LIMIT 1
      ON CONFLICT DO NOTHING`),
  /** Withdraws more money than there is, which the database refuses at once. */
  overdraw: (tx: Db) =>
    tx.execute(sql`INSERT INTO ledger_entries (id, transaction_id, account, owner_id, amount)
      SELECT gen_random_uuid(), t.id, a.account, e.owner_id, a.amount FROM (
        SELECT id FROM ledger_transactions ORDER BY id DESC LIMIT 1) t
        JOIN ledger_entries e ON e.transaction_id = t.id AND e.account <> 'buyer',
        (VALUES ('seller', -1000000000), ('paid_out', 1000000000)) AS a (account, amount)`),
} satisfies Record<string, (tx: Db) => Promise<unknown>>;
export type LedgerFault = keyof typeof ledgerFaults;

/** Messages of the errors that the faults cause. */
export const expectedFailure =
  /a fault|does not balance|moves nothing|ledger_balances_balance_check/;

/**
 * The database with transactions that cause the fault after their work and before their commit. Unchanged for null, and
 * for `sabotage`, for which the caller itself cuts connections.
 */
export function withFault(database: Database, fault: LedgerFault | 'sabotage' | null): Database {
  if (fault === null || fault === 'sabotage') return database;
  return {
    ...database,
    transaction: (work, config) =>
      database.transaction(async (tx) => {
        const result = await work(tx);
        await ledgerFaults[fault](tx);
        return result;
      }, config),
  };
}
