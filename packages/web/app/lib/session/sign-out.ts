import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { pushOwner } from '../push/push-owner.ts';
import { clearUser, useSession } from './session.ts';
import { browserTokenStore, OUTBOX_DATABASE } from './storage.ts';

/** Push notifications end with the session, because the next person at this browser must not see them. */
function endPushNotifications(): void {
  if (!pushOwner.isSet()) return;
  import('../push/push.ts')
    .then(({ unsubscribePush: leavePush }) => leavePush())
    .catch(() => undefined);
}

/** Clears everything the browser stores of the person, in every tab. */
function clearDeviceData(): void {
  clearUser();
  endPushNotifications();
  localStorage.clear();
  sessionStorage.clear();
  // Unsent messages must not stay for the next person. Tabs that use the database close it on request.
  if ('indexedDB' in window) indexedDB.deleteDatabase(OUTBOX_DATABASE);
  // The storage event fires in other tabs only, so this tab's listeners are called here.
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
}

/** Revokes the session on the server. Failures are ignored: this device has forgotten the tokens anyway. */
async function revokeSession(refreshToken: string): Promise<void> {
  try {
    const { api } = await import('../api/api.ts');
    await api().identity.logout({ body: { refreshToken } });
  } catch {
    // No retry is needed: the token expires.
  }
}

/**
 * Forgets the person on this device, local and session storage included, and goes to `/`.
 * For an account that is deleted; `useSignOut` also revokes the session on the server.
 */
export function useForgetDevice(): () => Promise<void> {
  const navigate = useNavigate();
  return useCallback(async () => {
    // Guards of the page being left must not send anyone to `/login` on the way.
    useSession.setState({ leaving: true });
    clearDeviceData();
    // Without a network the router may lack the code of `/` and would reload the page that is being left.
    if (!navigator.onLine && window.location.pathname !== '/') return window.location.assign('/');
    await navigate('/');
    useSession.setState({ leaving: false });
  }, [navigate]);
}

/** Ends this device's session, with or without a network. */
export function useSignOut(): () => Promise<void> {
  const leave = useForgetDevice();
  return useCallback(() => {
    const tokens = browserTokenStore(localStorage).read();
    if (tokens) void revokeSession(tokens.refreshToken);
    return leave();
  }, [leave]);
}
