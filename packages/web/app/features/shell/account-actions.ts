import { storageKeys } from '../../lib/storage.ts';
import type { Viewer } from './viewer.ts';

/** How long signing out waits for the server, in ms; afterwards this device forgets all the same. */
const LOGOUT_WAIT_MS = 3000;

// The request layer is fetched when it is first used: visitors of the home page never need it.
const requestLayer = () => import('../../lib/api.ts');

/** Whether this device holds a session, which another tab may have ended meanwhile. */
export function isSignedIn(): boolean {
  return localStorage.getItem(storageKeys.accessToken) !== null;
}

/** Ends this device's session: the server's token, local and session storage, then home (`spec §2`). */
export async function signOut(): Promise<void> {
  try {
    const { api, tokenStore } = await requestLayer();
    const tokens = tokenStore().read();
    const signal = AbortSignal.timeout(LOGOUT_WAIT_MS);
    if (tokens)
      await api().identity.logout({ body: { refreshToken: tokens.refreshToken } }, { signal });
  } catch {
    // Out of reach or already ended: what counts is that this device forgets.
  }
  localStorage.clear();
  sessionStorage.clear();
  window.location.assign('/');
}

/** Sends feedback (`spec §7`). Rejects with the server's refusal. */
export async function sendFeedback(viewer: Viewer, message: string): Promise<void> {
  const { api } = await requestLayer();
  await api().moderation.sendEmail({
    body: {
      emailType: 'feedback',
      emailData: { userName: viewer.username, feedbackMessage: message, userId: viewer.uid },
    },
  });
}
