import { packEndpoints } from '@guilda/contract/services/packs';
import { handle, type Module, type NeedsOf } from '../../platform/module.ts';
import { packHandlers } from './routes.ts';
import { type ServePacksDeps, servePacks } from './serve-packs.ts';

export const packsModule: Module<NeedsOf<typeof packHandlers> & ServePacksDeps> = {
  name: 'packs',
  create: (needs) => ({
    endpoints: [handle(packEndpoints, packHandlers(needs))],
    plugin: (app) => app.register(servePacks, needs),
  }),
};
