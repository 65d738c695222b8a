import { useEffect, useRef, useState } from 'react';
import { browserClient } from '../../lib/data/page-data.ts';
import { toastError } from '../../ui/feedback/toast.ts';

const RETURN_PATH_KEY = 'guilda.discord-return';

/**
 * Sends the browser to Discord's consent page, which redirects to `/discord/callback`, and stores the current page as
 * the page to return to. Rejects when the server returns no address.
 */
async function leaveForConsent(): Promise<void> {
  const { url } = await (await browserClient()).discord.authorizeDiscord();
  const { pathname, search } = window.location;
  sessionStorage.setItem(RETURN_PATH_KEY, pathname + search);
  window.location.assign(url);
}

/** Sends the browser to Discord's consent page, as the action of a toast; a failure shows another toast. */
export const openDiscordConsent = (): void =>
  void leaveForConsent().catch((error: unknown) => toastError(error));

/**
 * Path of the page on which the person started to connect Discord. Null for the settings, to which the callback page
 * always has a link, and for the callback page itself.
 */
export function readReturnPath(): string | null {
  const path = sessionStorage.getItem(RETURN_PATH_KEY);
  return path?.startsWith('/user/settings') || path?.startsWith('/discord/') ? null : path;
}

/** The button is usable again after this time, in ms, if the browser has not left the page. */
const NAVIGATION_TIMEOUT_MS = 5_000;

/**
 * Sends the browser to Discord's consent page, which redirects to `/discord/callback`. `pending` stays true until this
 * page is left, for at most `NAVIGATION_TIMEOUT_MS`, so that a double click requests one URL.
 */
export function useConnectDiscord(): { pending: boolean; connect(): Promise<void> } {
  const [pending, setPending] = useState(false);
  const busy = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const setBusy = (value: boolean) => {
    busy.current = value;
    setPending(value);
  };
  useEffect(() => {
    // On Back from Discord, the browser may restore this page with the button still pending.
    const resetOnReturn = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      busy.current = false;
      setPending(false);
    };
    window.addEventListener('pageshow', resetOnReturn);
    return () => {
      window.removeEventListener('pageshow', resetOnReturn);
      clearTimeout(timer.current);
    };
  }, []);

  const connect = async () => {
    if (busy.current) return;
    setBusy(true);
    try {
      await leaveForConsent();
      // The person may cancel leaving the page, for example because of unsaved changes in a form.
      timer.current = setTimeout(() => setBusy(false), NAVIGATION_TIMEOUT_MS);
    } catch (error) {
      toastError(error);
      setBusy(false);
    }
  };
  return { pending, connect };
}
