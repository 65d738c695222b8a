export { loadPeople, loadPopularServices, loadSearch } from './load-search.ts';
export { SearchSuggestion } from './meant-instead.tsx';
export { PeopleList } from './people-list.tsx';
export { PhoneSearch } from './phone-search.tsx';
export { SearchHead } from './search-head.tsx';
export { readSearchQuery, searchPath } from './search-query.ts';
export { SearchResultsView } from './search-results.tsx';
export { CategorySuggestions, NoSearchResults } from './suggestions.tsx';
