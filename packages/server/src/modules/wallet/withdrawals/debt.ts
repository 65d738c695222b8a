import type { Db } from '../../../platform/database/pool.ts';
import { readWalletBalances } from '../ledger/ledger-store.ts';

/**
 * What a person owes after chargebacks, in centavos; 0 without a debt. While it is above 0, nothing is withdrawn or paid
 * out and the account cannot be closed (`docs/product/money.md`).
 */
export const findDebt = async (db: Db, uid: string): Promise<number> =>
  (await readWalletBalances(db, uid)).debt;
