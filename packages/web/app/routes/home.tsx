import type { ApiClient } from '@guilda/contract/client';
import clsx from 'clsx';
import { Link } from 'react-router';
import {
  loadHomeServices,
  NoServicesYet,
  ServiceGrid,
  withVariedServicesFirst,
} from '../features/catalog/index.ts';
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

/** Number of services beside the introduction that visitors see. */
const SERVICES_IN_HERO = 2;
/** Number of services that the home page loads: first those for the introduction, then two rows of four. */
const SERVICES_SHOWN = 8 + SERVICES_IN_HERO;

const loadHomeServicesFor = (uid: string | null) => (client: ApiClient) =>
  loadHomeServices(client, SERVICES_SHOWN, uid);

const loadHome = (uid: string | null) => async (client: ApiClient) => {
  const [services, posts] = await Promise.all([
    loadHomeServicesFor(uid)(client),
    loadNewestPosts(client),
  ]);
  return { services, posts };
};

/** Data of the home page for visitors, including the number of people online, which signed-in people do not see. */
const loadHomeAsVisitor = async (client: ApiClient) => {
  const [home, { online }] = await Promise.all([
    loadHome(null)(client),
    client.presence.countOnline(),
  ]);
  return { ...home, services: withVariedServicesFirst(home.services, SERVICES_IN_HERO), online };
};

export async function loader(args: Route.LoaderArgs) {
  const homeData = await loadAsVisitor(args, loadHomeAsVisitor);
  return { ...homeData, loadedFor: null, url: canonicalUrl(args.request) };
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const uid = signedInUid();
  const homeData =
    uid === null
      ? await loadInBrowser(loadHomeAsVisitor)
      : { ...(await loadInBrowser(loadHome(uid))), online: 0 };
  return { ...homeData, loadedFor: uid, url: canonicalUrl(request) };
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  return pageMeta({
    description:
      'Contrate quem joga, desenha e faz companhia. Seu dinheiro fica guardado até o fim do atendimento.',
    url: loaderData.url,
    imageAlt: 'Parede de ladrilhos geométricos com o nome Guilda',
  });
}

function NewServices({ services }: { services: Awaited<ReturnType<typeof loadHomeServices>> }) {
  return (
    <section className={clsx(styles.services, 'section')}>
      <div className="sectionHead">
        <h2 className="display3">Serviços</h2>
        {services.length > 0 && (
          <Link className="link" to="/search/services">
            Ver todos
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
      <HomeHero
        services={loaderData.services.slice(0, SERVICES_IN_HERO)}
        onlineCount={loaderData.online}
      />
      <div className="container">
        <div className={styles.home}>
          <div>
            <div className="onlyMembers">
              <WaitingForYou />
            </div>
            <CategoryStrip />
            <NewServices services={services.data} />
            <HowItWorks />
          </div>
          <div className={styles.aside}>
            <OnlinePeople detailed />
            <NewestPosts posts={posts.data} />
          </div>
        </div>
      </div>
    </Main>
  );
}
