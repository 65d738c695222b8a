import { type ApiClient, createClient, type Transport } from '@guilda/contract/client';
import { serverNowMs } from '../format/server-time.ts';
import { endPushNotifications } from '../push/end-push.ts';
import { clearUser, reloadUser, useSession } from '../session/session.ts';
import { browserTokenStore, type TokenStore } from '../session/storage.ts';
import { readTokenExpiry } from '../session/token-expiry.ts';
import { authorizedTransport } from './authorized-transport.ts';
import { withBlockerWarning } from './blocker-warning.ts';
import { fetchTransport } from './fetch-transport.ts';
import { uploadTransport } from './upload-transport.ts';

const REFRESH_LOCK = 'guilda-refresh';

/** A page that is being closed no longer runs after this time, in ms. */
const PAGE_LEAVE_MS = 1_000;

/** Runs one token refresh at a time across all tabs; in browsers without Web Locks within this tab only. */
function runExclusivelyAcrossTabs<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(REFRESH_LOCK, work) : work();
}

export const tokenStore = (): TokenStore => browserTokenStore(localStorage);

/** Opens `/login` and replaces the history entry, so that Back does not return to the page that was refused. */
function redirectToLogin() {
  if (window.location.pathname !== '/login') window.location.replace('/login');
}

let isRefreshing = false;

/** Loads the data of the signed-in person again, which updates all tabs; does nothing while another call runs. */
async function refreshSessionUser(): Promise<void> {
  if (isRefreshing) return;
  isRefreshing = true;
  try {
    await reloadUser(() => api().users.getMe());
  } catch {
    // A failure is ignored, because the next refused request reloads the person again.
  } finally {
    isRefreshing = false;
  }
}

function createBrowserTransport(sendRequest: Transport) {
  return authorizedTransport({
    send: sendRequest,
    tokens: tokenStore(),
    runExclusively: runExclusivelyAcrossTabs,
    onSessionEnd: () => {
      clearUser();
      endPushNotifications();
    },
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

let apiClient: ApiClient | null = null;

/** The API client of the browser. Code on the server gets its client from `apiContext`. */
export function api(): ApiClient {
  apiClient ??= createClient(createBrowserTransport(withBlockerWarning(fetchTransport)));
  return apiClient;
}

/**
 * Renews an expired access token in advance. Otherwise the server would refuse the token late: after the upload of a
 * whole file, or at the end of a socket's handshake. Without a network the token stays unchanged.
 */
export async function renewToken(): Promise<void> {
  const expiresAt = readTokenExpiry(tokenStore().read()?.accessToken ?? '');
  if (expiresAt === null || expiresAt > serverNowMs()) return;
  // Any request renews an expired token. Its error is ignored, because the request that follows will show it.
  await api()
    .users.getMe()
    .catch(() => undefined);
}

/** An API client for sending files; `onProgress` receives the uploaded share, from 0 to 1. */
export function createUploadApi(onProgress: (share: number) => void): ApiClient {
  const send = createBrowserTransport(uploadTransport(onProgress));
  return createClient(async (request) => {
    await renewToken();
    return send(request);
  });
}
