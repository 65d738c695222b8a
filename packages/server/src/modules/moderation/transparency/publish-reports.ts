import type { Database } from '../../../platform/database/pool.ts';
import type { TaskRunners } from '../../../platform/jobs/index.ts';
import type { Clock } from '../../../ports/clock.ts';
import { finishedHalfYears, halfYearOf, halfYearText } from './half-year.ts';
import { publishReport } from './published-report.ts';
import {
  countHalfYear,
  findFirstCaseTime,
  listPublishedHalfYears,
  publishOnce,
} from './transparency-store.ts';

/** Background jobs of transparency reports. The queue stores the job names, so a name must not change. */
export type TransparencyTasks = {
  /** Publishes the reports of ended half-years that are not published yet; scheduled. */
  readonly 'moderation.publish_transparency': Readonly<Record<string, string>>;
};

/** Cron expression: each hour, at seven minutes past. */
export const transparencySchedule = { 'moderation.publish_transparency': '7 * * * *' } as const;

export interface PublishReportsDeps {
  readonly database: Pick<Database, 'db'>;
  readonly clock: Clock;
}

/**
 * Publishes the report of every half-year that has ended, starting with the half-year of the first case. Each report is
 * published once, even when several processes run this job at the same time.
 */
export const publishReports =
  ({ database: { db }, clock }: PublishReportsDeps) =>
  async (): Promise<void> => {
    const firstCaseAt = await findFirstCaseTime(db);
    if (!firstCaseAt) return;
    const publishedHalfYears = new Set(await listPublishedHalfYears(db));
    for (const half of finishedHalfYears(halfYearOf(firstCaseAt), clock.now())) {
      const name = halfYearText(half);
      if (!publishedHalfYears.has(name))
        await publishOnce(db, publishReport(name, await countHalfYear(db, half)));
    }
  };

export const transparencyTasks = (deps: PublishReportsDeps): TaskRunners<TransparencyTasks> => ({
  'moderation.publish_transparency': publishReports(deps),
});
