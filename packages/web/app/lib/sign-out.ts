import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { forgetPerson, useSession } from './session.ts';
import { browserTokenStore } from './storage.ts';

/** Empties local and session storage; every tab hears of it. */
function forgetDevice(): void {
  forgetPerson();
  localStorage.clear();
  sessionStorage.clear();
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
