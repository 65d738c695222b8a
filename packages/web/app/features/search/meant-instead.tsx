import { Link } from 'react-router';
import * as styles from './search.module.css';
import { searchPath } from './search-query.ts';

interface MeantInsteadProps {
  /** The corrected search text; undefined without a correction. */
  suggestion: string | undefined;
  page: Parameters<typeof searchPath>[0];
}

/** Offers to search for what was probably meant. */
export function MeantInstead({ suggestion, page }: MeantInsteadProps) {
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
