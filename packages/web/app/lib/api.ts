import { type ApiClient, createClient, type Transport } from '@guilda/contract/client';
import { authorizedTransport } from './authorized-transport.ts';
import { minding } from './blocker.ts';
import { fetchTransport } from './fetch-transport.ts';
import { serverNow } from './server-time.ts';
import { forgetPerson, keepPerson, useSession } from './session.ts';
import { browserTokenStore, type TokenStore } from './storage.ts';
import { tokenEnd } from './token-age.ts';
import { uploadTransport } from './upload-transport.ts';

const LOCK = 'guilda-refresh';

/** Longer than a page lives on once it is being left. */
const SETTLE_MS = 1_000;

/** One refresh at a time over all tabs, where the browser has locks. */
function acrossTabs<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(LOCK, work) : work();
}

export const tokenStore = (): TokenStore => browserTokenStore(localStorage);

/** In place of this page, so that Back does not lead into the same refusal again. */
function askToSignIn() {
  if (window.location.pathname !== '/login') window.location.replace('/login');
}

let learning = false;

/** Takes over who the person is by now, once for all that asks; their pages follow from it in all tabs. */
async function learnPerson(): Promise<void> {
  if (learning) return;
  learning = true;
  try {
    keepPerson(await api().users.getMe());
  } catch {
    // The next refusal asks again.
  } finally {
    learning = false;
  }
}

function browserTransport(send: Transport) {
  return authorizedTransport({
    send,
    tokens: tokenStore(),
    exclusively: acrossTabs,
    onSessionEnd: forgetPerson,
    onTokenMissing: askToSignIn,
    onSuspended: () => {
      if (!useSession.getState().user?.suspension) void learnPerson();
    },
    onForbidden: () => {
      if (useSession.getState().user?.role === 'admin') void learnPerson();
    },
    settle: () => new Promise((resolve) => setTimeout(resolve, SETTLE_MS)),
  });
}

let client: ApiClient | null = null;

/** The API as the browser calls it; server code gets its client through `apiContext` instead. */
export function api(): ApiClient {
  client ??= createClient(browserTransport(minding(fetchTransport)));
  return client;
}

/**
 * Renews an access token that has ended, where a refusal would come late: after a whole file has left,
 * or at the end of a handshake. Without a network it stays as it is.
 */
export async function renewToken(): Promise<void> {
  const end = tokenEnd(tokenStore().read()?.accessToken ?? '');
  if (end === null || end > serverNow()) return;
  // Whatever is asked with it renews it; what goes wrong shows in what follows.
  await api()
    .users.getMe()
    .catch(() => undefined);
}

/** The API for sending files: `onProgress` hears how much has left, from 0 to 1. */
export function uploadApi(onProgress: (share: number) => void): ApiClient {
  const send = browserTransport(uploadTransport(onProgress));
  return createClient(async (request) => {
    await renewToken();
    return send(request);
  });
}
