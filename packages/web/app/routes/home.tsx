import type { ApiClient } from '@guilda/contract/client';
import { Link } from 'react-router';
import { loadHomeServices, NoServicesYet, ServiceGrid } from '../features/catalog/index.ts';
import {
  CategoryStrip,
  HomeHero,
  HowItWorks,
  loadNewestPosts,
  NewestPosts,
  WaitingForYou,
} from '../features/home/index.ts';
import { OnlinePeople } from '../features/presence/index.ts';
import { loadAsVisitor, loadInBrowser, signedInUid, usePageData } from '../lib/data/page-data.ts';
import {
  canonicalUrl,
  pageMeta,
  revalidateUnlessOnlyQueryChanged,
} from '../lib/navigation/page-meta.ts';
import { Main } from '../ui/layout/main.tsx';
import type { Route } from './+types/home';
import * as styles from './home.module.css';

export const shouldRevalidate = revalidateUnlessOnlyQueryChanged;

/** Number of services on the home page: two rows of four. */
const SERVICES_SHOWN = 8;

const loadHomeServicesFor = (uid: string | null) => (client: ApiClient) =>
  loadHomeServices(client, SERVICES_SHOWN, uid);

const loadHome = (uid: string | null) => async (client: ApiClient) => {
  const [services, posts] = await Promise.all([
    loadHomeServicesFor(uid)(client),
    loadNewestPosts(client),
  ]);
  return { services, posts };
};

export async function loader(args: Route.LoaderArgs) {
  const newest = await loadAsVisitor(args, loadHome(null));
  return { ...newest, loadedFor: null, url: canonicalUrl(args.request) };
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const newest = await loadInBrowser(loadHome(signedInUid()));
  return { ...newest, loadedFor: signedInUid(), url: canonicalUrl(request) };
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  return pageMeta({
    description:
      'Contrate calls e packs de quem joga, desenha e faz companhia. Pague em reais, com código de compra e avaliação.',
    url: loaderData.url,
    imageAlt: 'Parede de ladrilhos geométricos com o nome Guilda',
  });
}

function NewServices({ services }: { services: Awaited<ReturnType<typeof loadHomeServices>> }) {
  return (
    <section className="section" id="fichas">
      <div className="sectionHead">
        <h2 className="display3">Fichas no mural</h2>
        {services.length > 0 && (
          <Link className="link" to="/search/services">
            Ver todas
          </Link>
        )}
      </div>
      {services.length > 0 ? <ServiceGrid services={services} /> : <NoServicesYet />}
    </section>
  );
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { loadedFor } = loaderData;
  const services = usePageData(
    ['services', 'home'],
    loaderData.services,
    (client) => loadHomeServicesFor(signedInUid())(client),
    loadedFor,
  );
  const posts = usePageData(['posts', {}, 'home'], loaderData.posts, loadNewestPosts, loadedFor);
  return (
    <Main className="noPaddingTop">
      <HomeHero />
      <div className="container">
        <div className={styles.home}>
          <div>
            <div className="onlyMembers">
              <WaitingForYou />
              <CategoryStrip />
            </div>
            <NewServices services={services.data} />
          </div>
          <div className={styles.aside}>
            <OnlinePeople withWords />
            <NewestPosts posts={posts.data} />
          </div>
        </div>
        <HowItWorks />
      </div>
    </Main>
  );
}
