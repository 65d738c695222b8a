import type { transparencyEndpoints } from '@guilda/contract/moderation/transparency';
import type { Database } from '../../../platform/database/pool.ts';
import type { Handlers } from '../../../platform/http/endpoints.ts';
import { err, ok } from '../../../platform/result.ts';
import type { Clock } from '../../../ports/clock.ts';
import { firstDayOf, halfYearOf, nextHalfYear } from './half-year.ts';
import { createReportCsv } from './report-csv.ts';
import { findReport, listReports } from './transparency-store.ts';

export interface TransparencyDeps {
  readonly database: Pick<Database, 'db'>;
  readonly clock: Clock;
}

export function transparencyHandlers({
  database: { db },
  clock,
}: TransparencyDeps): Handlers<typeof transparencyEndpoints> {
  return {
    listTransparencyReports: async () =>
      ok({
        reports: await listReports(db),
        nextOn: firstDayOf(nextHalfYear(halfYearOf(clock.now()))),
      }),
    downloadTransparencyReport: async ({ params: { half } }) => {
      const report = await findReport(db, half);
      if (!report) return err('not_found');
      return ok({ filename: `guilda-transparencia-${half}.csv`, body: [createReportCsv(report)] });
    },
  };
}
