import { discordEndpoints } from '@guilda/contract/accounts/discord';
import { handle, type Module, type NeedsOf } from '../../platform/module.ts';
import { discordHandlers } from './routes.ts';

export const discordModule: Module<NeedsOf<typeof discordHandlers>> = {
  name: 'discord',
  create: (needs) => ({ endpoints: [handle(discordEndpoints, discordHandlers(needs))] }),
};
