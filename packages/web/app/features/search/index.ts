export { loadPeople, loadPopular, loadSearch } from './load-search.ts';
export { MeantInstead } from './meant-instead.tsx';
export { PeopleList } from './people-list.tsx';
export { PhoneSearch } from './phone-search.tsx';
export { SearchHead } from './search-head.tsx';
export { readQuery, searchPath } from './search-query.ts';
export { SearchResultsView } from './search-results.tsx';
export { CategorySuggestions, NothingFound } from './suggestions.tsx';
