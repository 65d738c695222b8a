import type { Figures } from '@guilda/contract/figures';
import { formatDecimal } from '@guilda/contract/money';
import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { ok, type Result } from '../../platform/result.ts';
import {
  dayFigures,
  deskFigures,
  errorFigures,
  eventFigures,
  screenFigures,
} from './figure-queries.ts';

export interface FigureDeps {
  readonly database: Database;
}

/** How the product did in the last `days` days, today included (`product §10`). */
export const getFigures =
  (deps: FigureDeps) =>
  async ({ uid: reader }: Person, days: number): Promise<Result<Figures, never>> => {
    const { pool } = deps.database;
    const [byDay, [desk], events, screens, clientErrors] = await Promise.all([
      dayFigures(pool, { days }),
      deskFigures(pool, { days, reader }),
      eventFigures(pool, { days }),
      screenFigures(pool, { days }),
      errorFigures(pool, { days }),
    ]);
    const { median = null, p90 = null, decided = 0, inTime = 0, open = 0, late = 0 } = desk ?? {};
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
