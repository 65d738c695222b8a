import { limits } from '@guilda/contract/limits';

/** The text searched for, as the API takes it: no space around, cut where it ends. */
export function readSearchQuery(params: URLSearchParams): string {
  return (params.get('q') ?? '').trim().slice(0, limits.searchText);
}

/** The address of a page that shows what is found; without a text there is nothing to ask for. */
export function searchPath(
  page: '/search' | '/search/services' | '/search/users' | '/community',
  q: string,
) {
  return q === '' ? page : `${page}?q=${encodeURIComponent(q)}`;
}
