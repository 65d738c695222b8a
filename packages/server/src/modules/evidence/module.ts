import { evidenceEndpoints } from '@guilda/contract/orders/evidence';
import { handle, type Module, type NeedsOf } from '../../platform/module.ts';
import { evidenceHandlers } from './routes.ts';

export const evidenceModule: Module<NeedsOf<typeof evidenceHandlers>> = {
  name: 'evidence',
  create: (needs) => ({ endpoints: [handle(evidenceEndpoints, evidenceHandlers(needs))] }),
};
