import type { searchEndpoints } from '@guilda/contract/search';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { type SuggestDeps, suggest } from './suggest.ts';

export function searchHandlers(deps: SuggestDeps): Handlers<typeof searchEndpoints> {
  return { suggest: ({ actor, query }) => suggest(deps)(actor, query.q) };
}
