import { storageKeys } from '../../lib/session/storage.ts';
import type { Viewer } from './viewer.ts';

// The request layer is fetched when it is first used: visitors of the home page never need it.
const loadApi = () => import('../../lib/api/api.ts');

/** Whether this device holds a session, which another tab may have ended meanwhile. */
export function isSignedIn(): boolean {
  return localStorage.getItem(storageKeys.accessToken) !== null;
}

/** Sends feedback. Rejects with the server's error. */
export async function sendFeedback(viewer: Viewer, message: string): Promise<void> {
  const { api } = await loadApi();
  await api().moderation.sendEmail({
    body: {
      emailType: 'feedback',
      emailData: { userName: viewer.username, feedbackMessage: message, userId: viewer.uid },
    },
  });
}
