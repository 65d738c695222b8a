import { identityEndpoints } from '@guilda/contract/accounts/identity';
import { handle, type Module, type NeedsOf } from '../../platform/module.ts';
import { identityHandlers } from './routes.ts';

export const identityModule: Module<NeedsOf<typeof identityHandlers>> = {
  name: 'identity',
  create: (needs) => ({ endpoints: [handle(identityEndpoints, identityHandlers(needs))] }),
};
