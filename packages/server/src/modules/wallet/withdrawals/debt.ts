import type { Db } from '../../../platform/database/pool.ts';
import { readBalances } from '../ledger/ledger-store.ts';

/**
 * A person's debt after chargebacks, in centavos; 0 without a debt. A person with a debt cannot withdraw, be paid out
 * or close the account (`docs/product/money.md`).
 */
export const findDebt = async (db: Db, uid: string): Promise<number> =>
  (await readBalances(db, uid)).debt;
