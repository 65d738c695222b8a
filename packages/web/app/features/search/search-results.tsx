import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ServiceGrid } from '../catalog/index.ts';
import { PostTeasers } from '../social/index.ts';
import type { SearchResults } from './load-search.ts';
import { NoSearchResults } from './no-search-results.tsx';
import { PeopleGrid } from './people-grid.tsx';
import * as styles from './search.module.css';
import { searchPath } from './search-query.ts';
import { SearchSuggestion } from './search-suggestion.tsx';

interface ResultsSectionProps {
  id: string;
  title: string;
  /** Path of the list of all results; null when all of them are already shown. */
  allPath: string | null;
  allText: string;
  children: ReactNode;
}

function ResultsSection({ id, title, allPath, allText, children }: ResultsSectionProps) {
  return (
    <section className={styles.results} aria-labelledby={id}>
      <div className="sectionHead">
        <h2 className="display4" id={id}>
          {title}
        </h2>
        {allPath !== null && (
          <Link className="link" to={allPath}>
            {allText}
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}

type ResultProps<K extends keyof SearchResults> = { q: string } & Pick<SearchResults, K>;

function PeopleResults({ q, people, morePeople }: ResultProps<'people' | 'morePeople'>) {
  const allPath = morePeople ? searchPath('/search/users', q) : null;
  return (
    <ResultsSection id="pessoas" title="Pessoas" allPath={allPath} allText="Ver todas">
      <PeopleGrid users={people} />
    </ResultsSection>
  );
}

function ServiceResults({ q, services, moreServices }: ResultProps<'services' | 'moreServices'>) {
  const allPath = moreServices ? searchPath('/search/services', q) : null;
  return (
    <ResultsSection id="servicos" title="Serviços" allPath={allPath} allText="Ver todos">
      <ServiceGrid services={services} />
    </ResultsSection>
  );
}

function PostResults({ q, posts, morePosts }: ResultProps<'posts' | 'morePosts'>) {
  const allPath = morePosts ? searchPath('/community', q) : null;
  return (
    <ResultsSection id="publicacoes" title="Publicações" allPath={allPath} allText="Ver todas">
      <PostTeasers posts={posts} />
    </ResultsSection>
  );
}

/** The first people, services and posts found for a text. */
export function SearchResultsView({ q, results }: { q: string; results: SearchResults }) {
  const { services, people, posts, suggestion, instead } = results;
  if (services.length + people.length + posts.length === 0)
    return <NoSearchResults q={q} page="/search" alternatives={instead} />;
  return (
    <>
      <SearchSuggestion suggestion={suggestion} page="/search" />
      {people.length > 0 && <PeopleResults q={q} {...results} />}
      {services.length > 0 && <ServiceResults q={q} {...results} />}
      {posts.length > 0 && <PostResults q={q} {...results} />}
    </>
  );
}
