import { type ApiClient, createClient, type Transport } from '@guilda/contract/client';
import { serverNow } from '../format/server-time.ts';
import { clearUser, storeUser, useSession } from '../session/session.ts';
import { browserTokenStore, type TokenStore } from '../session/storage.ts';
import { readTokenExpiry } from '../session/token-expiry.ts';
import { authorizedTransport } from './authorized-transport.ts';
import { withBlockerWarning } from './blocker-warning.ts';
import { fetchTransport } from './fetch-transport.ts';
import { uploadTransport } from './upload-transport.ts';

const REFRESH_LOCK = 'guilda-refresh';

/** Longer than a page stays alive while it is being left. */
const PAGE_LEAVE_MS = 1_000;

/** One refresh at a time over all tabs, where the browser has locks. */
function runExclusivelyAcrossTabs<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(REFRESH_LOCK, work) : work();
}

export const tokenStore = (): TokenStore => browserTokenStore(localStorage);

/** Replaces the history entry, so that Back does not lead to the same refusal again. */
function redirectToLogin() {
  if (window.location.pathname !== '/login') window.location.replace('/login');
}

let learning = false;

/** Takes over who the person is by now, once for all that asks; their pages follow from it in all tabs. */
async function refreshSessionUser(): Promise<void> {
  if (learning) return;
  learning = true;
  try {
    storeUser(await api().users.getMe());
  } catch {
    // The next refusal asks again.
  } finally {
    learning = false;
  }
}

function createBrowserTransport(send: Transport) {
  return authorizedTransport({
    send,
    tokens: tokenStore(),
    exclusively: runExclusivelyAcrossTabs,
    onSessionEnd: clearUser,
    onTokenMissing: redirectToLogin,
    onSuspended: () => {
      if (!useSession.getState().user?.suspension) void refreshSessionUser();
    },
    onForbidden: () => {
      if (useSession.getState().user?.role === 'admin') void refreshSessionUser();
    },
    settle: () => new Promise((resolve) => setTimeout(resolve, PAGE_LEAVE_MS)),
  });
}

let client: ApiClient | null = null;

/** The API as the browser calls it; server code gets its client through `apiContext` instead. */
export function api(): ApiClient {
  client ??= createClient(createBrowserTransport(withBlockerWarning(fetchTransport)));
  return client;
}

/**
 * Renews an access token that has ended, where a refusal would come late: after a whole file has left,
 * or at the end of a handshake. Without a network it stays as it is.
 */
export async function renewToken(): Promise<void> {
  const end = readTokenExpiry(tokenStore().read()?.accessToken ?? '');
  if (end === null || end > serverNow()) return;
  // Any request renews the token; an error shows in the request that follows.
  await api()
    .users.getMe()
    .catch(() => undefined);
}

/** The API client for sending files: `onProgress` receives the uploaded share, 0 to 1. */
export function createUploadApi(onProgress: (share: number) => void): ApiClient {
  const send = createBrowserTransport(uploadTransport(onProgress));
  return createClient(async (request) => {
    await renewToken();
    return send(request);
  });
}
