import { analyticsEndpoints } from '@guilda/contract/privacy/analytics';
import { handle, type Module, type NeedsOf } from '../../platform/module.ts';
import { analyticsHandlers } from './routes.ts';

export const analyticsModule: Module<NeedsOf<typeof analyticsHandlers>> = {
  name: 'analytics',
  create: (needs) => ({ endpoints: [handle(analyticsEndpoints, analyticsHandlers(needs))] }),
};
