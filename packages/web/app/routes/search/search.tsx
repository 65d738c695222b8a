import {
  CategorySuggestions,
  loadSearch,
  PhoneSearch,
  readSearchQuery,
  SearchHead,
  SearchResultsView,
} from '../../features/search/index.ts';
import {
  loadAsVisitor,
  loadInBrowser,
  signedInUid,
  usePageData,
} from '../../lib/data/page-data.ts';
import { revalidateUnlessOnlyDialogChanged } from '../../lib/navigation/dialog-query.ts';
import { canonicalUrl, pageMeta } from '../../lib/navigation/page-meta.ts';
import { Main } from '../../ui/layout/main.tsx';
import type { Route } from './+types/search';

export const shouldRevalidate = revalidateUnlessOnlyDialogChanged;

const searchQueryOf = (request: Request) => readSearchQuery(new URL(request.url).searchParams);

export async function loader(args: Route.LoaderArgs) {
  const q = searchQueryOf(args.request);
  const results = await loadAsVisitor(args, loadSearch(q));
  return { q, results, loadedFor: null, url: canonicalUrl(args.request) };
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const q = searchQueryOf(request);
  const results = await loadInBrowser(loadSearch(q));
  return { q, results, loadedFor: signedInUid(), url: canonicalUrl(request) };
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { q, url } = loaderData;
  return pageMeta({
    title: q === '' ? 'Buscar' : `“${q}”`,
    description: 'Encontre calls e pacotes pelo jogo, pelo assunto ou por quem vende.',
    url,
    hidden: q !== '',
  });
}

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { q, results, loadedFor } = loaderData;
  const { data } = usePageData(['search', q], results, loadSearch(q), loadedFor);
  return (
    <Main>
      <div className="container">
        <PhoneSearch q={q} focused={q === ''} />
        <SearchHead q={q} current="/search" blankHeading="O que você procura?" />
        {q === '' ? (
          <CategorySuggestions title="Comece por uma categoria" />
        ) : (
          <SearchResultsView q={q} results={data} />
        )}
      </div>
    </Main>
  );
}
