import { parseMoney } from '@guilda/contract/money';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { browserTokenStore } from '../../../lib/storage.ts';
import { track } from '../../../lib/track.ts';
import { toastError } from '../../../ui/toast.ts';
import { type Bought, buy, type Wanted } from './buy.ts';

function acrossTabs<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('guilda-buy', work) : work();
}

const isSignedIn = () => browserTokenStore(localStorage).read() !== null;

async function buyHere(wanted: Wanted): Promise<Bought> {
  // Fetched when first used: most readers of a service are visitors.
  const { api } = await import('../../../lib/api.ts');
  return buy(
    {
      checkout: api().orders.checkout,
      store: localStorage,
      exclusively: acrossTabs,
      newKey: () => crypto.randomUUID(),
    },
    wanted,
  );
}

/**
 * Buying from a page: a visitor is sent to sign in and comes back here; a buyer goes to the provider's
 * page, or to `/success` when there is nothing to pay. `pending` lasts until the page is left.
 */
export function useBuy(wanted: Wanted): { pending: boolean; start(): Promise<void> } {
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  const busy = useRef(false);
  const settle = (value: boolean) => {
    busy.current = value;
    setPending(value);
  };

  useEffect(() => {
    // Back from the provider's page: the browser may show this page as it was left.
    const returned = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      busy.current = false;
      setPending(false);
    };
    window.addEventListener('pageshow', returned);
    return () => window.removeEventListener('pageshow', returned);
  }, []);

  const start = async () => {
    if (busy.current) return;
    if (!isSignedIn()) return navigate('/login');
    settle(true);
    try {
      const bought = await buyHere(wanted);
      if (bought.kind === 'pay') {
        track({ name: 'begin_checkout', currency: 'BRL', value: parseMoney(wanted.price) ?? 0 });
        return window.location.assign(bought.checkoutUrl);
      }
      await navigate(`/success?payment=${bought.paymentId}`);
    } catch (error) {
      // The session may have ended on the way; then signing in comes first, as for any visitor.
      if (isSignedIn()) toastError(error);
      else await navigate('/login');
    }
    settle(false);
  };
  return { pending, start };
}
