import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ServiceGrid } from '../catalog/index.ts';
import { PostTeasers } from '../social/index.ts';
import type { SearchResults } from './load-search.ts';
import { MeantInstead } from './meant-instead.tsx';
import { PeopleGrid } from './people-grid.tsx';
import * as styles from './search.module.css';
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
    <section className={styles.results} aria-labelledby={id}>
      <div className="sectionHead">
        <h2 className="display4" id={id}>
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

type FoundProps<K extends keyof SearchResults> = { q: string } & Pick<SearchResults, K>;

function People({ q, people, morePeople }: FoundProps<'people' | 'morePeople'>) {
  const all = morePeople ? searchPath('/search/users', q) : null;
  return (
    <Section id="pessoas" title="Pessoas" all={all} allText="Ver todas">
      <PeopleGrid users={people} />
    </Section>
  );
}

function Services({ q, services, moreServices }: FoundProps<'services' | 'moreServices'>) {
  const all = moreServices ? searchPath('/search/services', q) : null;
  return (
    <Section id="servicos" title="Serviços" all={all} allText="Ver todos">
      <ServiceGrid services={services} />
    </Section>
  );
}

function Posts({ q, posts, morePosts }: FoundProps<'posts' | 'morePosts'>) {
  const all = morePosts ? searchPath('/community', q) : null;
  return (
    <Section id="publicacoes" title="Publicações" all={all} allText="Ver todas">
      <PostTeasers posts={posts} />
    </Section>
  );
}

/** People, services and posts found for a text, the first of each. */
export function SearchResultsView({ q, results }: { q: string; results: SearchResults }) {
  const { services, people, posts, suggestion, popular } = results;
  if (services.length + people.length + posts.length === 0)
    return <NothingFound q={q} page="/search" popular={popular} />;
  return (
    <>
      <MeantInstead suggestion={suggestion} page="/search" />
      {people.length > 0 && <People q={q} {...results} />}
      {services.length > 0 && <Services q={q} {...results} />}
      {posts.length > 0 && <Posts q={q} {...results} />}
    </>
  );
}
