import { formatDecimal } from '@guilda/contract/money/money';
import type { SalesOverview } from '@guilda/contract/orders/orders';
import type { Person } from '../../../platform/actor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { ok, type Result } from '../../../platform/result.ts';
import { averageRating } from '../../users/index.ts';
import { readDailyIncome, readSalesCounts } from './sales-queries.ts';

export interface SalesOverviewDeps {
  readonly database: Database;
}

/**
 * A seller's statistics (`docs/product/orders.md`): the number of open orders, the net income of each of the last
 * `days` days from the ledger, the rating, and the median time from payment to start.
 */
export const getSalesOverview =
  (deps: SalesOverviewDeps) =>
  async (actor: Person, days: number): Promise<Result<SalesOverview, never>> => {
    const { pool } = deps.database;
    const parameters = { seller: actor.uid, days };
    const [[seen], earned] = await Promise.all([
      readSalesCounts(pool, parameters),
      readDailyIncome(pool, parameters),
    ]);
    const amounts = earned.map(({ day, amount }) => ({ day, amount: Number(amount) }));
    const incomeTotal = amounts.reduce((sum, { amount }) => sum + amount, 0);
    return ok({
      awaitingStart: seen?.awaitingStart ?? 0,
      inProgress: seen?.inProgress ?? 0,
      completed: seen?.completed ?? 0,
      income: amounts.map(({ day, amount }) => ({ day, amount: formatDecimal(amount) })),
      incomeTotal: formatDecimal(incomeTotal),
      rating: averageRating(seen?.ratingSum ?? 0, seen?.ratingCount ?? 0),
      reviewCount: seen?.ratingCount ?? 0,
      responseMs: seen?.responseMs ?? null,
    });
  };
