import { ApiError } from '@guilda/contract/api-error';
import { parseMoney } from '@guilda/contract/money/money';
import type { SeenOffer } from '@guilda/contract/orders/seen-offer';
import type { Service } from '@guilda/contract/services/catalog';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { useLeavePage } from '../../../lib/navigation/use-leave-page.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { browserTokenStore } from '../../../lib/session/storage.ts';
import { trackEvent } from '../../../lib/telemetry/track.ts';
import { toast, toastError } from '../../../ui/feedback/toast.ts';
import { priceParts } from '../../../ui/text/price-parts.ts';
import { type CheckoutItem, type CheckoutNextStep, checkOut } from './checkout.ts';

function withTabLock<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('guilda-buy', work) : work();
}

const isSignedIn = () => browserTokenStore(localStorage).read() !== null;

async function checkOutInBrowser(checkoutItem: CheckoutItem): Promise<CheckoutNextStep> {
  // Loaded on demand, because most readers of a service page are visitors, who cannot buy.
  const { api } = await import('../../../lib/api/api.ts');
  return checkOut(
    {
      checkout: api().orders.checkout,
      store: localStorage,
      runExclusively: withTabLock,
      newKey: randomUuid,
    },
    checkoutItem,
  );
}

function toastNewPrice(price: string) {
  const text = `Agora é ${priceParts(price).text}. Se estiver bom, aperte Contratar de novo.`;
  toast({ title: 'O preço mudou', text, tone: 'warn' });
}

/** Reloads the shown services, whose price or state has changed since the page was opened. */
async function reloadServices(client: QueryClient): Promise<void> {
  const keys = ['service', 'services'];
  await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })));
}

/** The service of a page, with what the page shows of it. */
export type OfferedService = Pick<Service, 'id' | 'price'> &
  Partial<Pick<Service, 'title' | 'description' | 'archives'>>;

/** What the page shows of a service; undefined when it shows no more than the price. */
function seenOfferOf({ title, description, archives }: OfferedService): SeenOffer | undefined {
  if (title === undefined || description === undefined || archives === undefined) return undefined;
  return { title, description, archives };
}

const isSameOffer = (first: SeenOffer | undefined, second: SeenOffer | null): boolean =>
  JSON.stringify(first) === JSON.stringify(second);

/**
 * What the buyer knows of a service: what the page shows, and the changes that toasts have announced since. Not every
 * list of the page loads its services again, so the next press buys at the announced price.
 */
function useKnownOffer(service: OfferedService) {
  const announcedPrice = useRef<CheckoutItem | null>(null);
  const changedOffer = useRef<SeenOffer | null>(null);
  const checkoutItem = (): CheckoutItem => {
    const seen = seenOfferOf(service);
    const { id, price } =
      announcedPrice.current?.id === service.id ? announcedPrice.current : service;
    return isSameOffer(seen, changedOffer.current) ? { id, price } : { id, price, seen };
  };
  const announceNewPrice = (price: string) => {
    announcedPrice.current = { id: service.id, price };
    toastNewPrice(price);
  };
  const showRefusal = (error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'service_changed') return toastError(error);
    changedOffer.current = seenOfferOf(service) ?? null;
    toast({ title: 'O serviço mudou', text: error.message, tone: 'warn' });
  };
  return { checkoutItem, announceNewPrice, showRefusal };
}

/**
 * Buys a service from a page. A visitor is sent to sign in and comes back; a buyer is sent to the provider's page, or
 * to `/success` when there is nothing to pay.
 */
export function useCheckout(service: OfferedService): {
  pending: boolean;
  start(): Promise<void>;
} {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { pending, run } = useLeavePage();
  const { checkoutItem, announceNewPrice, showRefusal } = useKnownOffer(service);
  const buy = async (): Promise<'leaving' | 'staying'> => {
    const item = checkoutItem();
    const nextStep = await checkOutInBrowser(item);
    if (nextStep.kind === 'confirm_price') {
      announceNewPrice(nextStep.price);
      void reloadServices(client);
      return 'staying';
    }
    if (nextStep.kind !== 'pay') {
      await navigate(`/success?payment=${nextStep.paymentId}`);
      return 'staying';
    }
    trackEvent({
      name: 'begin_checkout',
      currency: 'BRL',
      value: parseMoney(item.price) ?? 0,
    });
    window.location.assign(nextStep.checkoutUrl);
    return 'leaving';
  };
  const start = () =>
    run(async () => {
      try {
        if (isSignedIn()) return await buy();
      } catch (error) {
        // If the session ended during the request, the person signs in first, as a visitor does.
        if (isSignedIn()) {
          showRefusal(error);
          // A refusal can mean that the service is not for sale any more.
          if (error instanceof ApiError) await reloadServices(client);
          return 'staying';
        }
      }
      await navigate('/login');
      return 'staying';
    });
  return { pending, start };
}
