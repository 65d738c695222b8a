import { blockEndpoints, userEndpoints } from '@guilda/contract/accounts/users';
import { handle, type Module, type NeedsOf } from '../../platform/module.ts';
import { blockHandlers, userHandlers } from './routes.ts';

type UsersModuleDeps = NeedsOf<typeof userHandlers> & NeedsOf<typeof blockHandlers>;

export const usersModule: Module<UsersModuleDeps> = {
  name: 'users',
  create: (needs) => ({
    endpoints: [
      handle(userEndpoints, userHandlers(needs)),
      handle(blockEndpoints, blockHandlers(needs)),
    ],
  }),
};
