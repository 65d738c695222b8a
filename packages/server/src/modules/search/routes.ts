import type { searchEndpoints } from '@guilda/contract/services/search';
import type { Handlers } from '../../platform/http/endpoints.ts';
import type { Suggest } from './suggest.ts';

export function searchHandlers(suggest: Suggest): Handlers<typeof searchEndpoints> {
  return { suggest: ({ actor, query }) => suggest(actor, query.q) };
}
