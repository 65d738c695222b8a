import type { AdminStatistics } from '@guilda/contract/admin-statistics';
import { formatDecimal } from '@guilda/contract/money';
import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { ok, type Result } from '../../platform/result.ts';
import {
  readCaseStatistics,
  readDailyStatistics,
  readErrorStatistics,
  readEventStatistics,
  readScreenStatistics,
} from './statistics-queries.ts';

export interface AdminStatisticsDeps {
  readonly database: Database;
}

/** The admin statistics of the last `days` days, today included. */
export const getAdminStatistics =
  (deps: AdminStatisticsDeps) =>
  async ({ uid: reader }: Person, days: number): Promise<Result<AdminStatistics, never>> => {
    const { pool } = deps.database;
    const [byDay, [cases], events, screens, clientErrors] = await Promise.all([
      readDailyStatistics(pool, { days }),
      readCaseStatistics(pool, { days, reader }),
      readEventStatistics(pool, { days }),
      readScreenStatistics(pool, { days }),
      readErrorStatistics(pool, { days }),
    ]);
    const { median = null, p90 = null, decided = 0, inTime = 0, open = 0, late = 0 } = cases ?? {};
    return ok({
      days: byDay.map(({ income, ...day }) => ({ ...day, income: formatDecimal(Number(income)) })),
      response: { median, p90, decided, inTime },
      waiting: { open, late },
      events: events.map(({ event, total, counts }) => ({ event, total: Number(total), counts })),
      screens: screens.map(({ screen, views }) => ({ screen, views: Number(views) })),
      clientErrors: clientErrors.map(({ message, screen, count, lastAt }) => ({
        ...{ message, screen },
        count: Number(count),
        lastAt: lastAt.toISOString(),
      })),
    });
  };
