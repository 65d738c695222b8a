import type { analyticsEndpoints } from '@guilda/contract/privacy/analytics';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { ok } from '../../platform/result.ts';
import { type CountEventsDeps, countEvents } from './count-events.ts';
import { type ReportErrorDeps, reportError } from './report-error.ts';

export type AnalyticsRouteDeps = CountEventsDeps & ReportErrorDeps;

export function analyticsHandlers(deps: AnalyticsRouteDeps): Handlers<typeof analyticsEndpoints> {
  return {
    getAnalyticsConfig: async () => ok({ google: deps.google !== null }),
    countEvents: ({ body }) =>
      countEvents(deps)({ client: body.client ?? null, events: body.events }),
    reportError: ({ body }) => reportError(deps)(body),
  };
}
