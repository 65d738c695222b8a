import { useTracked } from '../../lib/track.ts';
import { Chip } from '../../ui/chip.tsx';
import { searchPath } from './search-query.ts';

interface SearchHeadProps {
  q: string;
  current: '/search' | '/search/services' | '/search/users';
  /** Heading where nothing was typed. */
  blank: string;
}

const kinds = [
  { page: '/search', label: 'Tudo' },
  { page: '/search/services', label: 'Serviços' },
  { page: '/search/users', label: 'Pessoas' },
] as const;

const searchedIn = {
  '/search': 'all',
  '/search/services': 'services',
  '/search/users': 'users',
} as const;

/** What was searched for, and the ways to see only one kind. */
export function SearchHead({ q, current, blank }: SearchHeadProps) {
  // That somebody searched, never for what.
  useTracked(q === '' ? null : { name: 'search', in: searchedIn[current] }, `${current} ${q}`);
  return (
    <div className="quadro-h busca-h">
      <h1 className="d2 texto" dir="auto">
        {q === '' ? blank : `“${q}”`}
      </h1>
      <nav className="row g2" aria-label="O que buscar">
        {kinds.map(({ page, label }) => (
          <Chip key={page} asLink to={searchPath(page, q)} pressed={page === current}>
            {label}
          </Chip>
        ))}
      </nav>
    </div>
  );
}
