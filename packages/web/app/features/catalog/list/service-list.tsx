import type { ReactNode } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { type FirstPage, usePagedData } from '../../../lib/data/paged-data.ts';
import { ListCount } from '../../../ui/feedback/list-count.tsx';
import { ListTail } from '../../../ui/feedback/list-tail.tsx';
import { ServiceGrid } from '../components/service-grid.tsx';
import { loadServices, type ServiceList, type ServicesPage } from '../model/load-services.ts';
import { SHORT_LIST_LENGTH } from '../model/short-list.ts';
import { PublishCard } from './publish-card.tsx';
import * as styles from './short-list.module.css';
import { ShortListSuggestions } from './short-list-suggestions.tsx';

interface ServiceListingProps {
  /** Filters of the list; changed filters load a new list. */
  list: ServiceList;
  first: FirstPage<ServicesPage>;
  /** Content in place of an empty list. */
  empty: ReactNode;
}

/** Whether the page is loading the list for other filters. */
function useIsListLoading(): boolean {
  const { pathname } = useLocation();
  const navigation = useNavigation();
  return navigation.state === 'loading' && navigation.location.pathname === pathname;
}

/** A list of service cards with a button "Carregar mais" that loads the next page. */
export function ServiceListing({ list, first, empty }: ServiceListingProps) {
  const isLoading = useIsListLoading();
  const pagedServices = usePagedData({
    key: ['services', list],
    first,
    load: (client, cursor) => loadServices(client, list, cursor),
  });
  const services = pagedServices.pages.flatMap((page) => page.services);
  const isShort = services.length < SHORT_LIST_LENGTH && !pagedServices.hasMore;
  // The text that replaces an empty list of search results already suggests categories.
  const hasOwnSuggestions = services.length === 0 && list.q !== undefined && list.q !== '';
  return (
    <div className={styles.frame}>
      <ListCount
        count={services.length}
        more={pagedServices.hasMore}
        waiting={isLoading}
        names={['serviço', 'serviços']}
      />
      {services.length === 0 ? (
        empty
      ) : (
        <>
          <div className={styles.grid}>
            <ServiceGrid services={services} heading="h2" eager waiting={isLoading} />
            {isShort && <PublishCard category={list.category} serviceCount={services.length} />}
          </div>
          <ListTail list={pagedServices} />
        </>
      )}
      {isShort && !hasOwnSuggestions && <ShortListSuggestions category={list.category} />}
    </div>
  );
}
