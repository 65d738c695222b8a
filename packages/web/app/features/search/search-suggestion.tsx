import { Link } from 'react-router';
import * as styles from './search.module.css';
import { searchPath } from './search-query.ts';

interface SearchSuggestionProps {
  /** The corrected search text; undefined without a correction. */
  suggestion: string | undefined;
  page: Parameters<typeof searchPath>[0];
}

/** Link to the search with the corrected text. */
export function SearchSuggestion({ suggestion, page }: SearchSuggestionProps) {
  if (suggestion === undefined) return null;
  return (
    <p className={styles.query} dir="auto">
      Você quis dizer{' '}
      <Link className="link" to={searchPath(page, suggestion)}>
        {suggestion}
      </Link>
      ?
    </p>
  );
}
