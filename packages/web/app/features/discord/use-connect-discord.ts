import { useEffect, useRef, useState } from 'react';
import { browserClient } from '../../lib/page-data.ts';
import { toastError } from '../../ui/toast.ts';

/** How long the page may take to be left, in ms; after that the person has chosen to stay. */
const LEAVING_MS = 5_000;

/**
 * The way to Discord's page of consent, which leads back to `/discord/callback`. `pending` lasts until
 * this page is left, so that pressing twice goes there once.
 */
export function useConnectDiscord(): { pending: boolean; connect(): Promise<void> } {
  const [pending, setPending] = useState(false);
  const busy = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const settle = (value: boolean) => {
    busy.current = value;
    setPending(value);
  };
  useEffect(() => {
    // Back from Discord's page: the browser may show this one as it was left.
    const returned = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      busy.current = false;
      setPending(false);
    };
    window.addEventListener('pageshow', returned);
    return () => {
      window.removeEventListener('pageshow', returned);
      clearTimeout(timer.current);
    };
  }, []);

  const connect = async () => {
    if (busy.current) return;
    settle(true);
    try {
      const { url } = await (await browserClient()).discord.authorizeDiscord();
      window.location.assign(url);
      // What was typed elsewhere on the page may hold the person back.
      timer.current = setTimeout(() => settle(false), LEAVING_MS);
    } catch (error) {
      toastError(error);
      settle(false);
    }
  };
  return { pending, connect };
}
