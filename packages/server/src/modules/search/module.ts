import { searchEndpoints } from '@guilda/contract/search';
import { handle, type Module } from '../../platform/module.ts';
import { searchHandlers } from './routes.ts';
import type { SuggestDeps } from './suggest.ts';

export const searchModule: Module<SuggestDeps> = {
  name: 'search',
  create: (needs) => ({ endpoints: [handle(searchEndpoints, searchHandlers(needs))] }),
};
