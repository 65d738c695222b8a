import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { expect } from 'vitest';
import { checkLedger, type LedgerRule } from '../src/modules/wallet/index.ts';

/** What holds of any ledger, whatever rows a test put beside it. */
const ownRules: readonly LedgerRule[] = ['sum', 'shape', 'time', 'balance', 'overdrawn'];

async function check(pool: pg.Pool) {
  return drizzle({ client: pool }).transaction(checkLedger, {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
}

/**
 * Fails unless every transaction of the ledger, and so the whole, sums to zero, and every balance
 * is the sum of its entries and not below zero.
 */
export async function assertLedgerBalanced(pool: pg.Pool): Promise<void> {
  const { total, broken } = await check(pool);
  const found = broken.filter(({ rule }) => ownRules.includes(rule));
  expect({ total, broken: found }).toEqual({ total: 0, broken: [] });
}

/**
 * Fails unless the ledger balances and tells of every order and withdrawal what its state does:
 * nothing before the payment, held until the end, then earned or back with the buyer. For databases
 * whose orders all came through the product's own doors.
 */
export async function assertLedgerMatchesOrders(pool: pg.Pool): Promise<void> {
  const { total, broken } = await check(pool);
  expect({ total, broken }).toEqual({ total: 0, broken: [] });
}
