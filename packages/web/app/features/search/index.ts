export { SearchField } from './box/search-field.tsx';
export {
  loadAlternatives,
  loadPeople,
  loadSearch,
  noAlternatives,
  type SearchAlternatives,
} from './load-search.ts';
export { CategorySuggestions, NoSearchResults } from './no-search-results.tsx';
export { PeopleList } from './people-list.tsx';
export { PhoneSearch } from './phone-search.tsx';
export { SearchHead } from './search-head.tsx';
export { readSearchQuery, searchPath } from './search-query.ts';
export { SearchResultsView } from './search-results.tsx';
export { SearchSuggestion } from './search-suggestion.tsx';
