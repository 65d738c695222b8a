import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { expect } from 'vitest';
import { ledgerSum } from '../src/modules/wallet/index.ts';

/** Fails unless every transaction of the ledger, and so the whole, sums to zero. */
export async function assertLedgerBalanced(pool: pg.Pool): Promise<void> {
  const sum = await ledgerSum(drizzle({ client: pool }));
  expect(sum).toEqual({ total: 0, unbalanced: [] });
}

/** Orders whose money in the ledger is not where their state says it is. */
const strays = `
  SELECT p.id, p.service_status, p.price, m.buyer, m.held, m.earned
  FROM payments p CROSS JOIN LATERAL (
    SELECT coalesce(sum(amount) FILTER (WHERE account = 'buyer'), 0) AS buyer,
      coalesce(sum(amount) FILTER (WHERE account = 'held'), 0) AS held,
      coalesce(sum(amount) FILTER (WHERE account IN ('seller', 'platform')), 0) AS earned,
      coalesce(bool_and(owner_id = CASE account WHEN 'buyer' THEN p.buyer_id
        WHEN 'platform' THEN owner_id ELSE p.seller_id END), true) AS theirs
    FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.transaction_id
    WHERE t.payment_id = p.id
  ) m
  WHERE NOT m.theirs
    OR m.buyer <> CASE WHEN p.service_status IN ('awaiting_start', 'in_progress', 'complete')
      THEN -p.price ELSE 0 END
    OR m.held <> CASE WHEN p.service_status IN ('awaiting_start', 'in_progress')
      THEN p.price ELSE 0 END
    OR m.earned <> CASE WHEN p.service_status = 'complete' THEN p.price ELSE 0 END`;

/**
 * Fails unless the ledger balances and tells of every order what its state does: nothing before the
 * payment, held until the end, then earned or back with the buyer. For databases whose orders all
 * came through the product's own doors.
 */
export async function assertLedgerMatchesOrders(pool: pg.Pool): Promise<void> {
  await assertLedgerBalanced(pool);
  const found = await pool.query(strays);
  expect(found.rows).toEqual([]);
}
