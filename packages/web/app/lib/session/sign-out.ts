import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { endPushNotifications } from '../push/end-push.ts';
import { clearUser, useSession } from './session.ts';
import { browserTokenStore, OUTBOX_DATABASE } from './storage.ts';

/** Removes everything that the browser stores about the person, in every tab. */
function clearDeviceData(): void {
  clearUser();
  endPushNotifications();
  localStorage.clear();
  sessionStorage.clear();
  // Unsent messages must not remain for the next person. Tabs that use the database close it on request.
  if ('indexedDB' in window) indexedDB.deleteDatabase(OUTBOX_DATABASE);
  // The browser sends the storage event to other tabs only, so this tab dispatches one for its own listeners.
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
}

/** Ends the session on the server. A failure is ignored, because this device has already removed the tokens. */
async function revokeSession(refreshToken: string): Promise<void> {
  try {
    const { api } = await import('../api/api.ts');
    await api().identity.logout({ body: { refreshToken } });
  } catch {
    // No retry is needed, because the refresh token expires.
  }
}

/**
 * Removes the person's data from this device, including local and session storage, and goes to `/`. Used alone for a
 * deleted account; `useSignOut` also ends the session on the server.
 */
export function useForgetDevice(): () => Promise<void> {
  const navigate = useNavigate();
  return useCallback(async () => {
    // While the data is being removed, guards of the current page must not redirect to `/login`.
    useSession.setState({ signingOut: true });
    clearDeviceData();
    // Offline, the router may lack the code of `/` and would reload the current page instead.
    if (!navigator.onLine && window.location.pathname !== '/') return window.location.assign('/');
    await navigate('/');
    useSession.setState({ signingOut: false });
  }, [navigate]);
}

/** Ends the session of this device; also works without a network. */
export function useSignOut(): () => Promise<void> {
  const forgetDevice = useForgetDevice();
  return useCallback(() => {
    const tokens = browserTokenStore(localStorage).read();
    if (tokens) void revokeSession(tokens.refreshToken);
    return forgetDevice();
  }, [forgetDevice]);
}
