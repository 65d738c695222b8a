import { healthEndpoints } from '@guilda/contract/health';
import { handle, type Module, type NeedsOf } from '../../platform/module.ts';
import { healthHandlers } from './routes.ts';

export const healthModule: Module<NeedsOf<typeof healthHandlers>> = {
  name: 'health',
  create: (needs) => ({ endpoints: [handle(healthEndpoints, healthHandlers(needs))] }),
};
