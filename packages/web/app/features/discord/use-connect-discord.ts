import { useEffect, useRef, useState } from 'react';
import { browserClient } from '../../lib/data/page-data.ts';
import { toastError } from '../../ui/feedback/toast.ts';

/** The button is usable again after this time, in ms, if the browser has not left the page. */
const NAVIGATION_TIMEOUT_MS = 5_000;

/**
 * Sends the browser to Discord's consent page, which redirects to `/discord/callback`. `pending` stays true until this
 * page is left, so that a double click requests one URL.
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
    // On Back from Discord, the browser may restore this page with the button still pending.
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
      // The person may cancel leaving the page, for example because of unsaved changes in a form.
      timer.current = setTimeout(() => settle(false), NAVIGATION_TIMEOUT_MS);
    } catch (error) {
      toastError(error);
      settle(false);
    }
  };
  return { pending, connect };
}
