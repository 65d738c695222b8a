import { ApiError } from '@guilda/contract/api-error';
import type { ApiClient } from '@guilda/contract/client';
import { formatBrl, isFreePrice, parseMoney } from '@guilda/contract/money/money';
import type { Service } from '@guilda/contract/services/catalog';
import { previewSize, servicePreviewURL } from '@guilda/contract/services/previews';
import clsx from 'clsx';
import { isRouteErrorResponse } from 'react-router';
import { ModerationNotice } from '../features/admin/index.ts';
import { AdultsOnly } from '../features/age/index.ts';
import * as styles from '../features/catalog/components/service-page.module.css';
import {
  BuyBar,
  BuyNote,
  BuyPanel,
  loadServicePage,
  MoneyIsHeldNote,
  MoreFromSeller,
  OwnServiceTools,
  SellerPanel,
  ServiceIntro,
  type ServicePageData,
  ServiceSkeleton,
} from '../features/catalog/index.ts';
import { ConnectDiscordHint } from '../features/discord/index.ts';
import { PendingOrderNote, ServiceBuyButton } from '../features/orders/index.ts';
import { ReportButton } from '../features/report/index.ts';
import { loadServiceReviews, ServiceReviews } from '../features/reviews/index.ts';
import { NotFoundPage, RetryAsMember } from '../features/shell/index.ts';
import { StartChatButton } from '../features/users/index.ts';
import { loadAsVisitor, loadInBrowser, signedInUid, usePageData } from '../lib/data/page-data.ts';
import { firstPageForSignedIn, firstPageForVisitor } from '../lib/data/paged-data.ts';
import {
  canonicalUrl,
  pageMeta,
  revalidateUnlessOnlyQueryChanged,
} from '../lib/navigation/page-meta.ts';
import { useSession } from '../lib/session/session.ts';
import { useTrackOnce } from '../lib/telemetry/track.ts';
import { ShareButton } from '../ui/actions/share-button.tsx';
import { Main } from '../ui/layout/main.tsx';
import type { Route } from './+types/service';

export const shouldRevalidate = revalidateUnlessOnlyQueryChanged;

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;

/** The reviews of a service; null when it has none to show, because it does not exist or is hidden. */
async function loadShownReviews(client: ApiClient, serviceId: string) {
  try {
    return await loadServiceReviews(serviceId)(client);
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

const loadServiceData = (serviceId: string) => async (client: ApiClient) => {
  const [page, reviews] = await Promise.all([
    loadServicePage(serviceId)(client),
    loadShownReviews(client, serviceId),
  ]);
  return { page, reviews };
};

export async function loader(args: Route.LoaderArgs) {
  const { page, reviews } = await loadAsVisitor(args, loadServiceData(args.params.serviceId));
  return {
    page,
    reviews: reviews && firstPageForVisitor(reviews),
    loadedFor: null,
    url: canonicalUrl(args.request),
  };
}

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const { page, reviews } = await loadInBrowser(loadServiceData(params.serviceId));
  const url = canonicalUrl(request);
  return { page, reviews: reviews && firstPageForSignedIn(reviews), loadedFor: signedInUid(), url };
}

/** Alternative text of the picture in link previews. */
function previewAlt({ title, price, seller }: Service): string {
  const priceText = isFreePrice(price) ? 'grátis' : formatBrl(parseMoney(price) ?? 0);
  return `${title}, de ${seller.displayName || seller.username}: ${priceText}`;
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { service } = loaderData.page;
  return [
    ...pageMeta({
      title: service.title,
      description: service.description,
      url: loaderData.url,
      image: servicePreviewURL(service),
      imageAlt: previewAlt(service),
      type: 'product',
      hidden: service.status === 'paused' || service.hidden !== undefined,
    }),
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:width', content: String(previewSize.width) },
    { property: 'og:image:height', content: String(previewSize.height) },
    { name: 'twitter:image:alt', content: previewAlt(service) },
    { property: 'product:price:amount', content: service.price },
    { property: 'product:price:currency', content: 'BRL' },
  ];
}

function useIsOwnService({ seller }: Service): boolean {
  return useSession((state) => state.user?.uid === seller.uid);
}

function BuyAction({ service, own }: { service: Service; own: boolean }) {
  const isPaused = service.status === 'paused';
  if (service.hidden)
    return <BuyNote>Ninguém compra este serviço enquanto estiver oculto.</BuyNote>;
  if (own && isPaused) return <BuyNote>Este serviço é seu e está pausado.</BuyNote>;
  if (own) return <BuyNote>Este serviço é seu. Quem visita vê aqui o botão de contratar.</BuyNote>;
  if (isPaused) return <BuyNote>Quem vende pausou este serviço.</BuyNote>;
  return <ServiceBuyButton service={service} block />;
}

/** Information that a buyer needs before paying. */
function BuyerInformation({ service, className }: { service: Service; className: string }) {
  const name = service.seller.displayName || service.seller.username;
  return (
    <div className={clsx(styles.before, className)} data-ui="before-buying">
      <PendingOrderNote service={service} />
      {service.type === 'call' && (
        <ConnectDiscordHint
          text={`Para falar com ${name} por voz, conecte seu Discord antes de pagar ou depois, se preferir.`}
        />
      )}
    </div>
  );
}

function ServiceSeller({ data, own }: { data: ServicePageData; own: boolean }) {
  const { seller, usualStartMs } = data;
  const person = { uid: seller.uid, name: seller.displayName || seller.username };
  const actions = (
    <>
      <StartChatButton uid={seller.uid} />
      <ReportButton person={person} />
    </>
  );
  return <SellerPanel seller={seller} usualStartMs={usualStartMs} actions={!own && actions} />;
}

function ReportService({ service: { id, seller } }: { service: Service }) {
  const name = seller.displayName || seller.username;
  return (
    <ReportButton
      person={{ uid: seller.uid, name, serviceId: id }}
      label="Denunciar serviço"
      wide
    />
  );
}

interface ServiceViewProps {
  data: ServicePageData;
  reviews: Route.ComponentProps['loaderData']['reviews'];
}

function ServiceView({ data, reviews }: ServiceViewProps) {
  const { service, seller, others } = data;
  const own = useIsOwnService(service);
  const forSale = !own && service.status === 'active';
  return (
    <Main>
      <div className={clsx(styles.page, 'container')}>
        <div className={styles.main}>
          <ModerationNotice kind="service" id={service.id} />
          <ServiceIntro service={service} seller={<ServiceSeller data={data} own={own} />}>
            {forSale && <BuyerInformation service={service} className="onlySmall asFlex" />}
          </ServiceIntro>
          {reviews && <ServiceReviews service={service} first={reviews} own={own} />}
        </div>
        <aside className={styles.aside} aria-label="Contratar">
          <BuyPanel
            service={service}
            action={<BuyAction service={service} own={own} />}
            before={forSale && <BuyerInformation service={service} className="onlyLarge" />}
          />
          {forSale && !isFreePrice(service.price) && <MoneyIsHeldNote />}
          {own && <OwnServiceTools service={service} />}
          {!service.hidden && (
            <ShareButton title={service.title} path={`/service/${service.id}`} wide />
          )}
          {!own && <ReportService service={service} />}
        </aside>
      </div>
      <MoreFromSeller seller={seller} services={others} />
      {forSale && (
        <BuyBar service={service} action={<ServiceBuyButton service={service} size="medium" />} />
      )}
    </Main>
  );
}

/** Orders of a deleted or paused service still lead to its address. */
const serviceNotFoundPage = (
  <NotFoundPage text="Este serviço não está mais à venda, ou o endereço nunca existiu. Na busca tem outros." />
);

/**
 * Whether the error means that this person cannot see the service although visitors can, because of a block between the
 * person and the seller.
 */
const isHiddenFromPerson = (error: Error | null) => isNotFound(error);

export default function ServicePage({ loaderData, params }: Route.ComponentProps) {
  const { serviceId } = params;
  const { page, loadedFor, reviews } = loaderData;
  const load = loadServicePage(serviceId);
  const { data, error } = usePageData(['service', serviceId], page, load, loadedFor);
  useTrackOnce({ name: 'view_item', category: page.service.category }, serviceId);
  // A seller who has just deleted the service is sent to their profile by `OwnServiceTools` instead of a 404 page.
  const own = useIsOwnService(page.service);
  if (!own && isHiddenFromPerson(error)) return serviceNotFoundPage;
  // Dialogs and forms of one service must not keep their content on the page of another.
  return <ServiceView key={serviceId} data={data} reviews={reviews} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.data?.code === 'adults_only')
    return <AdultsOnly skeleton={<ServiceSkeleton />} untitled />;
  return (
    <RetryAsMember error={error} skeleton={<ServiceSkeleton />} missing={serviceNotFoundPage} />
  );
}
