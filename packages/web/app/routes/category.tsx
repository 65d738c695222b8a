import { ApiError } from '@guilda/contract/api-error';
import type { ApiClient } from '@guilda/contract/client';
import { categories, categoryName } from '@guilda/contract/services/categories';
import { data, useSearchParams } from 'react-router';
import { AdultsOnly } from '../features/age/index.ts';
import {
  CategoryBand,
  categoryTaglines,
  countFilters,
  FilterBar,
  loadServices,
  NoServicesForFilters,
  NoServicesYet,
  readFilters,
  type ServiceList,
  ServiceListing,
} from '../features/catalog/index.ts';
import { loadAsVisitor, loadInBrowser } from '../lib/data/page-data.ts';
import { firstPageForSignedIn, firstPageForVisitor } from '../lib/data/paged-data.ts';
import { revalidateUnlessOnlyDialogChanged } from '../lib/navigation/dialog-query.ts';
import { canonicalUrl, pageMeta } from '../lib/navigation/page-meta.ts';
import { useSession } from '../lib/session/session.ts';
import { TicketPageSkeleton } from '../ui/feedback/ticket-skeleton.tsx';
import { Main } from '../ui/layout/main.tsx';
import type { Route } from './+types/category';

export const shouldRevalidate = revalidateUnlessOnlyDialogChanged;

/** Reads category and filters from the address; an unknown category causes a 404. */
function parseCategoryUrl(slug: string, request: Request) {
  const category = categories.find((each) => each.slug === slug);
  if (!category) throw data(null, { status: 404 });
  const list: ServiceList = {
    ...readFilters(new URL(request.url).searchParams),
    category: category.slug,
  };
  return { category, list, url: canonicalUrl(request) };
}

/** Whether the signed-in person has an approved age check; only then the browser loads the list for adults. */
const isAgeVerified = () => useSession.getState().user?.ageVerified ?? false;

/** Wraps a load so that it resolves to null when the server refuses the content with `adults_only`. */
const nullWhenAdultsOnly =
  <T,>(work: (client: ApiClient) => Promise<T>) =>
  (client: ApiClient): Promise<T | null> =>
    work(client).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'adults_only') return null;
      throw error;
    });

const loadCategoryServices = (listQuery: ServiceList) => (client: ApiClient) =>
  loadServices(client, listQuery);

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const parsed = parseCategoryUrl(params.category, request);
  if (parsed.category.adult) return { ...parsed, first: null };
  return {
    ...parsed,
    first: firstPageForVisitor(await loadAsVisitor({ context }, loadCategoryServices(parsed.list))),
  };
}

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const parsed = parseCategoryUrl(params.category, request);
  if (parsed.category.adult && !isAgeVerified()) return { ...parsed, first: null };
  const page = await loadInBrowser(nullWhenAdultsOnly(loadCategoryServices(parsed.list)));
  return { ...parsed, first: page && firstPageForSignedIn(page) };
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { category, url } = loaderData;
  return pageMeta({
    title: categoryName(category),
    description: categoryTaglines[category.slug],
    url,
    ...(category.adult
      ? { hidden: true }
      : { image: `/art/previa/${category.slug}.png`, imageAlt: `Ladrilhos de ${category.label}` }),
  });
}

export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  const { category, list, first } = loaderData;
  if (first === null) return <AdultsOnly skeleton={<TicketPageSkeleton />} />;
  const isFiltered = countFilters({ ...readFilters(params), category: undefined }) > 0;
  return (
    <Main className="noPaddingTop">
      <CategoryBand category={category} tagline={categoryTaglines[category.slug]} />
      <div className="container">
        <FilterBar sorts={['recent', 'rating', 'price_asc', 'price_desc']} />
        <ServiceListing
          list={list}
          first={first}
          empty={isFiltered ? <NoServicesForFilters clearTo="." /> : <NoServicesYet />}
        />
      </div>
    </Main>
  );
}
