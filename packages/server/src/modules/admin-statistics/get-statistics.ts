import type { AdminStatistics } from '@guilda/contract/moderation/admin-statistics';
import { formatDecimal } from '@guilda/contract/money/money';
import { vitalBounds } from '@guilda/contract/privacy/web-vitals';
import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { ok, type Result } from '../../platform/result.ts';
import {
  readCaseStatistics,
  readDailyStatistics,
  readErrorStatistics,
  readEventStatistics,
  readScreenStatistics,
  readVitalStatistics,
} from './statistics-queries.ts';

type WebVitalStatistics = AdminStatistics['vitals'];

/** Splits the percentiles of web vitals into two lists: by day (over all screens) and by screen (over all days). */
function groupWebVitals(rows: Awaited<ReturnType<typeof readVitalStatistics>>): WebVitalStatistics {
  const days: WebVitalStatistics['days'] = [];
  const screens: WebVitalStatistics['screens'] = [];
  for (const { metric, device, day, screen, bucket, visits } of rows) {
    const p75 = vitalBounds[metric][bucket] ?? null;
    const vitalStatistic = { metric, device, p75, visits: Number(visits) };
    if (day !== null) days.push({ day, ...vitalStatistic });
    else if (screen !== null) screens.push({ screen, ...vitalStatistic });
  }
  return { days, screens };
}

export interface AdminStatisticsDeps {
  readonly database: Database;
}

/** The admin statistics of the last `days` days, including today. */
export const getAdminStatistics =
  (deps: AdminStatisticsDeps) =>
  async ({ uid: readerId }: Person, days: number): Promise<Result<AdminStatistics, never>> => {
    const { pool } = deps.database;
    const [byDay, [cases], events, screens, vitals, clientErrors] = await Promise.all([
      readDailyStatistics(pool, { days }),
      readCaseStatistics(pool, { days, reader: readerId }),
      readEventStatistics(pool, { days }),
      readScreenStatistics(pool, { days }),
      readVitalStatistics(pool, { days }),
      readErrorStatistics(pool, { days }),
    ]);
    const { median = null, p90 = null, decided = 0, inTime = 0, open = 0, late = 0 } = cases ?? {};
    return ok({
      days: byDay.map(({ income, ...day }) => ({ ...day, income: formatDecimal(Number(income)) })),
      response: { median, p90, decided, inTime },
      waiting: { open, late },
      events: events.map(({ event, total, counts }) => ({ event, total: Number(total), counts })),
      screens: screens.map(({ screen, views }) => ({ screen, views: Number(views) })),
      vitals: groupWebVitals(vitals),
      clientErrors: clientErrors.map(({ message, screen, count, lastAt }) => ({
        ...{ message, screen },
        count: Number(count),
        lastAt: lastAt.toISOString(),
      })),
    });
  };
