import { searchEndpoints } from '@guilda/contract/services/search';
import type { PublicChanges } from '../../platform/database/public-changes.ts';
import { handle, type Module } from '../../platform/module.ts';
import { searchHandlers } from './routes.ts';
import { createSuggest, type SuggestDeps } from './suggest.ts';

export const searchModule: Module<SuggestDeps & { readonly listener: PublicChanges }> = {
  name: 'search',
  create: (needs) => ({
    endpoints: [handle(searchEndpoints, searchHandlers(createSuggest(needs, needs.listener)))],
  }),
};
