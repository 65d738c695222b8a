import { parseMoney } from '@guilda/contract/money/money';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { browserTokenStore } from '../../../lib/session/storage.ts';
import { trackEvent } from '../../../lib/telemetry/track.ts';
import { toastError } from '../../../ui/feedback/toast.ts';
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
      newKey: () => crypto.randomUUID(),
    },
    checkoutItem,
  );
}

/**
 * Buys a service from a page. A visitor is sent to sign in and comes back; a buyer is sent to the provider's page, or
 * to `/success` when there is nothing to pay. `pending` stays true until the page is left.
 */
export function useCheckout(checkoutItem: CheckoutItem): {
  pending: boolean;
  start(): Promise<void>;
} {
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  const busy = useRef(false);
  const setBusy = (value: boolean) => {
    busy.current = value;
    setPending(value);
  };

  useEffect(() => {
    // On Back from the provider, the browser may restore this page with the button still pending.
    const resetOnReturn = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      busy.current = false;
      setPending(false);
    };
    window.addEventListener('pageshow', resetOnReturn);
    return () => window.removeEventListener('pageshow', resetOnReturn);
  }, []);

  const start = async () => {
    if (busy.current) return;
    if (!isSignedIn()) return navigate('/login');
    setBusy(true);
    try {
      const nextStep = await checkOutInBrowser(checkoutItem);
      if (nextStep.kind === 'pay') {
        trackEvent({
          name: 'begin_checkout',
          currency: 'BRL',
          value: parseMoney(checkoutItem.price) ?? 0,
        });
        return window.location.assign(nextStep.checkoutUrl);
      }
      await navigate(`/success?payment=${nextStep.paymentId}`);
    } catch (error) {
      // If the session ended during the request, the person signs in first, as a visitor does.
      if (isSignedIn()) toastError(error);
      else await navigate('/login');
    }
    setBusy(false);
  };
  return { pending, start };
}
