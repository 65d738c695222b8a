import { browserClient } from '../../lib/data/page-data.ts';
import { useLeavePage } from '../../lib/navigation/use-leave-page.ts';
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

/**
 * Sends the browser to Discord's consent page, which redirects to `/discord/callback`. The person may cancel leaving the
 * page, for example because of unsaved changes in a form.
 */
export function useConnectDiscord(): { pending: boolean; connect(): Promise<void> } {
  const { pending, run } = useLeavePage();
  const connect = () =>
    run(async () => {
      try {
        await leaveForConsent();
        return 'leaving';
      } catch (error) {
        toastError(error);
        return 'staying';
      }
    });
  return { pending, connect };
}
