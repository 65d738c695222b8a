import { limits } from '@guilda/contract/limits';

/** The search text for the API: without spaces at its ends and cut at the maximum length. */
export function readSearchQuery(params: URLSearchParams): string {
  return (params.get('q') ?? '').trim().slice(0, limits.searchText);
}

/** The address of a page with search results; without a query string when the text is empty. */
export function searchPath(
  page: '/search' | '/search/services' | '/search/users' | '/community',
  q: string,
) {
  return q === '' ? page : `${page}?q=${encodeURIComponent(q)}`;
}
