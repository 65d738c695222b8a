import { adminStatisticsEndpoints } from '@guilda/contract/moderation/admin-statistics';
import { handle, type Module, type NeedsOf } from '../../platform/module.ts';
import { adminStatisticsHandlers } from './routes.ts';

export const adminStatisticsModule: Module<NeedsOf<typeof adminStatisticsHandlers>> = {
  name: 'admin-statistics',
  create: (needs) => ({
    endpoints: [handle(adminStatisticsEndpoints, adminStatisticsHandlers(needs))],
  }),
};
