import { sendOnce } from '../../lib/api/send-once.ts';
import { storageKeys } from '../../lib/session/storage.ts';
import type { Viewer } from './viewer.ts';

// The API client is loaded at its first use, because visitors of the home page never need it.
const loadApi = () => import('../../lib/api/api.ts');

/** Whether this device stores a session; the server may already have ended that session. */
export function isSignedIn(): boolean {
  return localStorage.getItem(storageKeys.accessToken) !== null;
}

/** Sends feedback; resolves to its number. Rejects with the server's error. */
export async function sendFeedback(viewer: Viewer, message: string): Promise<string> {
  const { api } = await loadApi();
  const emailData = { userName: viewer.username, feedbackMessage: message, userId: viewer.uid };
  const body = { emailType: 'feedback', emailData } as const;
  const { code } = await sendOnce(body, (idempotencyKey) =>
    api().moderation.sendEmail({ body, idempotencyKey }),
  );
  return code;
}
