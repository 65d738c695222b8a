import type { ApiClient } from '@guilda/contract/client';
import { isRouteErrorResponse } from 'react-router';
import { AdultsOnly } from '../../features/age/index.ts';
import {
  countFilters,
  FilterBar,
  loadServices,
  NoServicesForFilters,
  NoServicesYet,
  readFilters,
  type ServiceList,
  ServiceListing,
} from '../../features/catalog/index.ts';
import {
  loadAlternatives,
  NoSearchResults,
  noAlternatives,
  PhoneSearch,
  readSearchQuery,
  type SearchAlternatives,
  SearchHead,
  SearchSuggestion,
  searchPath,
} from '../../features/search/index.ts';
import { RetryAsMember } from '../../features/shell/index.ts';
import { loadAsVisitor, loadInBrowser } from '../../lib/data/page-data.ts';
import { firstPageForSignedIn, firstPageForVisitor } from '../../lib/data/paged-data.ts';
import { revalidateUnlessOnlyDialogChanged } from '../../lib/navigation/dialog-query.ts';
import { canonicalUrl, pageMeta } from '../../lib/navigation/page-meta.ts';
import { TicketPageSkeleton } from '../../ui/feedback/ticket-skeleton.tsx';
import { Main } from '../../ui/layout/main.tsx';
import type { Route } from './+types/search-services';

export const shouldRevalidate = revalidateUnlessOnlyDialogChanged;

function parseSearchUrl(request: Request) {
  const { searchParams } = new URL(request.url);
  const list: ServiceList = { ...readFilters(searchParams), q: readSearchQuery(searchParams) };
  return { list, url: canonicalUrl(request) };
}

/** Loads the first page of results and, when there are none, alternatives to show instead. */
const loadServiceSearch = (listQuery: ServiceList) => async (client: ApiClient) => {
  const page = await loadServices(client, listQuery);
  const hasNoResults = listQuery.q && page.services.length === 0;
  return {
    page,
    instead: hasNoResults ? await loadAlternatives(client, listQuery.q ?? '') : noAlternatives,
  };
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const parsed = parseSearchUrl(request);
  const { page, instead } = await loadAsVisitor({ context }, loadServiceSearch(parsed.list));
  return { ...parsed, instead, first: firstPageForVisitor(page) };
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const parsed = parseSearchUrl(request);
  const { page, instead } = await loadInBrowser(loadServiceSearch(parsed.list));
  return { ...parsed, instead, first: firstPageForSignedIn(page) };
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { list, url } = loaderData;
  return pageMeta({
    title: list.q ? `Serviços com “${list.q}”` : 'Todos os serviços',
    description:
      'Calls e pacotes de quem joga, desenha e faz companhia, do jeito que você filtrar.',
    url,
    hidden: Boolean(list.q),
  });
}

/** Shown when the list is empty because of the filters or the text, or because there are no services at all. */
function EmptyServiceSearch({
  list,
  alternatives,
}: {
  list: ServiceList;
  alternatives: SearchAlternatives;
}) {
  const q = list.q ?? '';
  if (countFilters(list) > 0)
    return <NoServicesForFilters clearTo={searchPath('/search/services', q)} />;
  if (q === '') return <NoServicesYet />;
  return <NoSearchResults q={q} page="/search/services" alternatives={alternatives} />;
}

export default function SearchServicesPage({ loaderData }: Route.ComponentProps) {
  const { list, first, instead } = loaderData;
  const q = list.q ?? '';
  return (
    <Main>
      <div className="container">
        <PhoneSearch q={q} page="/search/services" />
        <SearchHead q={q} current="/search/services" blankHeading="Todos os serviços" />
        <FilterBar
          withCategory
          sorts={
            q === ''
              ? ['recent', 'rating', 'price_asc', 'price_desc']
              : ['relevance', 'recent', 'rating', 'price_asc', 'price_desc']
          }
        />
        <SearchSuggestion suggestion={first.page.suggestion} page="/search/services" />
        <ServiceListing
          list={list}
          first={first}
          empty={<EmptyServiceSearch list={list} alternatives={instead} />}
        />
      </div>
    </Main>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.data?.code === 'adults_only')
    return <AdultsOnly skeleton={<TicketPageSkeleton />} untitled />;
  return <RetryAsMember error={error} skeleton={<TicketPageSkeleton />} />;
}
