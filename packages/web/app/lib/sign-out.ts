import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { pushMark } from './push-mark.ts';
import { forgetPerson, useSession } from './session.ts';
import { browserTokenStore, OUTBOX_DATABASE } from './storage.ts';

/** Notices end with the sign-in: nobody else at this browser is to see them. */
function endNotices(): void {
  if (!pushMark.isSet()) return;
  import('./push.ts').then(({ leavePush }) => leavePush()).catch(() => undefined);
}

/** Empties what the browser keeps of the person; every tab hears of it. */
function forgetDevice(): void {
  forgetPerson();
  endNotices();
  localStorage.clear();
  sessionStorage.clear();
  // Nobody after them finds what waited to be sent. Tabs that use it let go of it when asked to.
  if ('indexedDB' in window) indexedDB.deleteDatabase(OUTBOX_DATABASE);
  // Other tabs hear of it by themselves, this one's listeners do not.
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
}

/** Tells the server; out of reach or already ended, what counts is that this device forgets. */
async function revoke(refreshToken: string): Promise<void> {
  try {
    const { api } = await import('./api.ts');
    await api().identity.logout({ body: { refreshToken } });
  } catch {
    // Nothing is left to do here: the token ends by its age.
  }
}

/**
 * Forgets the person on this device, local and session storage included, and goes to `/`
 * (`spec §2`). For an account that is gone; signing out also tells the server: `useSignOut`.
 */
export function useLeave(): () => Promise<void> {
  const navigate = useNavigate();
  return useCallback(async () => {
    // Guards of the page being left must not send anyone to `/login` on the way.
    useSession.setState({ leaving: true });
    forgetDevice();
    // Without a network the router may lack the code of `/`, and would load the page being left anew.
    if (!navigator.onLine && window.location.pathname !== '/') return window.location.assign('/');
    await navigate('/');
    useSession.setState({ leaving: false });
  }, [navigate]);
}

/** Ends this device's session, with or without a network (`spec §2`). */
export function useSignOut(): () => Promise<void> {
  const leave = useLeave();
  return useCallback(() => {
    const tokens = browserTokenStore(localStorage).read();
    if (tokens) void revoke(tokens.refreshToken);
    return leave();
  }, [leave]);
}
