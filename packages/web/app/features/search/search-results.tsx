import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ServiceGrid } from '../catalog/index.ts';
import type { SearchResults } from './load-search.ts';
import { MeantInstead } from './meant-instead.tsx';
import { PeopleGrid } from './people-grid.tsx';
import { searchPath } from './search-query.ts';
import { NothingFound } from './suggestions.tsx';

interface SectionProps {
  id: string;
  title: string;
  /** Where all of them are, if there are more. */
  all: string | null;
  allText: string;
  children: ReactNode;
}

function Section({ id, title, all, allText, children }: SectionProps) {
  return (
    <section className="busca-s" aria-labelledby={id}>
      <div className="secao-h">
        <h2 className="d4" id={id}>
          {title}
        </h2>
        {all !== null && (
          <Link className="link" to={all}>
            {allText}
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}

/** People and services found for a text, the first of each. */
export function SearchResultsView({ q, results }: { q: string; results: SearchResults }) {
  const { services, moreServices, people, morePeople, suggestion, popular } = results;
  if (services.length + people.length === 0)
    return <NothingFound q={q} page="/search" popular={popular} />;
  return (
    <>
      <MeantInstead suggestion={suggestion} page="/search" />
      {people.length > 0 && (
        <Section
          id="pessoas"
          title="Pessoas"
          all={morePeople ? searchPath('/search/users', q) : null}
          allText="Ver todas"
        >
          <PeopleGrid users={people} />
        </Section>
      )}
      {services.length > 0 && (
        <Section
          id="servicos"
          title="Serviços"
          all={moreServices ? searchPath('/search/services', q) : null}
          allText="Ver todos"
        >
          <ServiceGrid services={services} />
        </Section>
      )}
    </>
  );
}
