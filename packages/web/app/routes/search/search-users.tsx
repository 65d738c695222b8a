import {
  loadPeople,
  NoSearchResults,
  PeopleList,
  PhoneSearch,
  readSearchQuery,
  SearchHead,
} from '../../features/search/index.ts';
import { loadAsVisitor, loadInBrowser } from '../../lib/data/page-data.ts';
import { firstPageForSignedIn, firstPageForVisitor } from '../../lib/data/paged-data.ts';
import { revalidateUnlessOnlyDialogChanged } from '../../lib/navigation/dialog-query.ts';
import { canonicalUrl, pageMeta } from '../../lib/navigation/page-meta.ts';
import { Main } from '../../ui/layout/main.tsx';
import type { Route } from './+types/search-users';

export const shouldRevalidate = revalidateUnlessOnlyDialogChanged;

const searchQueryOf = (request: Request) => readSearchQuery(new URL(request.url).searchParams);

export async function loader(args: Route.LoaderArgs) {
  const q = searchQueryOf(args.request);
  const first = firstPageForVisitor(await loadAsVisitor(args, loadPeople(q)));
  return { q, first, url: canonicalUrl(args.request) };
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const q = searchQueryOf(request);
  return {
    q,
    first: firstPageForSignedIn(await loadInBrowser(loadPeople(q))),
    url: canonicalUrl(request),
  };
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { q, url } = loaderData;
  return pageMeta({
    title: q === '' ? 'Pessoas' : `Pessoas com “${q}”`,
    description: 'Quem vende calls e pacotes na Guilda.',
    url,
    hidden: true,
  });
}

export default function SearchUsersPage({ loaderData }: Route.ComponentProps) {
  const { q, first } = loaderData;
  return (
    <Main>
      <div className="container">
        <PhoneSearch q={q} page="/search/users" />
        <SearchHead q={q} current="/search/users" blankHeading="Pessoas" />
        <PeopleList q={q} first={first} empty={<NoSearchResults q={q} page="/search/users" />} />
      </div>
    </Main>
  );
}
