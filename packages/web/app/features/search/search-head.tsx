import clsx from 'clsx';
import { useTrackOnce } from '../../lib/telemetry/track.ts';
import { Chip } from '../../ui/actions/chip.tsx';
import * as styles from './search.module.css';
import { searchPath } from './search-query.ts';

interface SearchHeadProps {
  q: string;
  current: '/search' | '/search/services' | '/search/users';
  /** Heading while the search text is empty. */
  blankHeading: string;
}

const searchKinds = [
  { page: '/search', label: 'Tudo' },
  { page: '/search/services', label: 'Serviços' },
  { page: '/search/users', label: 'Pessoas' },
] as const;

const searchScopes = {
  '/search': 'all',
  '/search/services': 'services',
  '/search/users': 'users',
} as const;

/** Heading with the search text, and tabs for the kinds of results. */
export function SearchHead({ q, current, blankHeading }: SearchHeadProps) {
  // Analytics gets the event without the text. The second argument is a key that only prevents counting a search twice.
  useTrackOnce(q === '' ? null : { name: 'search', in: searchScopes[current] }, `${current} ${q}`);
  return (
    <div className={styles.title}>
      <h1 className="display2 userText" dir="auto">
        {q === '' ? blankHeading : `“${q}”`}
      </h1>
      <nav className={clsx(styles.kinds, 'row gap2')} aria-label="O que buscar">
        {searchKinds.map(({ page, label }) => (
          <Chip key={page} asLink to={searchPath(page, q)} pressed={page === current}>
            {label}
          </Chip>
        ))}
      </nav>
    </div>
  );
}
