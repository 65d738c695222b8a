import type { adminStatisticsEndpoints } from '@guilda/contract/moderation/admin-statistics';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { type AdminStatisticsDeps, getAdminStatistics } from './get-statistics.ts';

export function adminStatisticsHandlers(
  deps: AdminStatisticsDeps,
): Handlers<typeof adminStatisticsEndpoints> {
  return { getAdminStatistics: ({ actor, query }) => getAdminStatistics(deps)(actor, query.days) };
}
