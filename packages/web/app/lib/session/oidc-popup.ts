/**
 * Signs in with the identity provider in a popup, without dependencies on a framework. The page with the button calls
 * `signInWithPopup` in the click handler; the page at `/login/callback` calls `completeSignIn` once. The two pages
 * communicate over a BroadcastChannel, which only pages of the same origin can use and which works even when the
 * provider's opener policy has separated the popup from the page that opened it.
 */

const CHANNEL_NAME = 'guilda-sign-in';
const STORAGE_KEY = 'guilda-sign-in';
const CALLBACK_PATH = '/login/callback';
const POPUP_POLL_MS = 200;
/** The attempt ends when the popup has seemed closed for this long, in ms, while this page is in front. */
const CLOSED_GRACE_MS = 2000;
/** How long the callback page waits for the page that opened the popup to accept the answer, in ms. */
const TAKEOVER_TIMEOUT_MS = 1500;
const CHANNEL_LINGER_MS = 1000;

/** The answer of `GET /api/auth/config`. */
export interface SignInConfig {
  readonly authorizationEndpoint: string;
  readonly clientId: string;
  readonly scope: string;
}

/**
 * Why an answer is not trusted. `state`: it does not belong to this page's request; `nonce`: its token was issued for
 * another request; `provider`: the provider reported an error.
 */
type SignInFailure = 'state' | 'nonce' | 'provider';

export type SignInOutcome =
  | { readonly idToken: string }
  /** The person has given up, so no message is shown. */
  | { readonly cancelled: true }
  | { readonly failed: SignInFailure }
  /** The popup was blocked, so this page itself is redirected to the provider. */
  | { readonly redirecting: true };

export type CallbackOutcome =
  /** The page that opened this popup has accepted the answer, and the popup closes. */
  | { readonly handled: true }
  /** No other page has accepted the answer, so this page signs in with the token and then goes to `returnTo`. */
  | { readonly idToken: string; readonly returnTo: string }
  | { readonly cancelled: true; readonly returnTo: string }
  | { readonly failed: SignInFailure; readonly returnTo: string };

/** The parts of `window` that are used here. */
export type SignInWindow = Pick<
  Window & typeof globalThis,
  | 'BroadcastChannel'
  | 'clearInterval'
  | 'clearTimeout'
  | 'crypto'
  | 'outerHeight'
  | 'outerWidth'
  | 'screenX'
  | 'screenY'
  | 'sessionStorage'
  | 'setInterval'
  | 'setTimeout'
> & {
  readonly document: Pick<Document, 'hasFocus'>;
  readonly history: Pick<History, 'replaceState' | 'state'>;
  readonly location: Pick<Location, 'assign' | 'hash' | 'origin' | 'pathname' | 'search'>;
  open(url: string, target: string, features: string): PopupWindow | null;
  close(): void;
};

type PopupWindow = Pick<Window, 'closed' | 'close'>;

interface SignInAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly returnTo: string;
  readonly mode: 'popup' | 'redirect';
}

/** The parameters that the provider appended to the callback's URL as its fragment. */
interface ProviderAnswer {
  readonly state: string;
  readonly idToken: string | null;
  readonly error: string | null;
}

type ChannelMessage =
  | { readonly type: 'answer'; readonly answer: ProviderAnswer }
  | { readonly type: 'taken'; readonly state: string };

const pendingAttempts = new WeakMap<SignInWindow, (outcome: SignInOutcome) => void>();
const callbackOutcomes = new WeakMap<SignInWindow, Promise<CallbackOutcome>>();

/**
 * Opens the provider's popup and waits for its answer. Call it in the click handler before any `await`, otherwise
 * browsers block the popup. Another call ends the previous attempt. `returnTo` is the path to go to after signing in;
 * it is used when the popup is blocked.
 */
export function signInWithPopup(
  config: SignInConfig,
  returnTo = '/',
  win: SignInWindow = window,
): Promise<SignInOutcome> {
  pendingAttempts.get(win)?.({ cancelled: true });
  const attempt = createAttempt(win, returnTo);
  const url = authorizationUrl(config, attempt, win.location.origin);
  // The attempt is stored before the popup opens, because the popup starts with a copy of the session storage.
  storeAttempt(win, attempt);
  const popup = win.open(url, '_blank', popupFeatures(win));
  if (popup === null || popup.closed) {
    storeAttempt(win, { ...attempt, mode: 'redirect' });
    win.location.assign(url);
    return Promise.resolve({ redirecting: true });
  }
  return waitForAnswer(win, popup, attempt);
}

/**
 * Completes a sign-in at `/login/callback`, in a popup or after a full redirect. Removes the fragment from the address
 * at once. Repeated calls return the same outcome.
 */
export function completeSignIn(win: SignInWindow = window): Promise<CallbackOutcome> {
  const known = callbackOutcomes.get(win);
  if (known) return known;
  const outcome = completeOnce(win);
  callbackOutcomes.set(win, outcome);
  return outcome;
}

async function completeOnce(win: SignInWindow): Promise<CallbackOutcome> {
  const answer = readAnswer(win.location.hash);
  win.history.replaceState(win.history.state, '', win.location.pathname + win.location.search);
  const attempt = readStoredAttempt(win);
  win.sessionStorage.removeItem(STORAGE_KEY);
  if (answer === null) return { cancelled: true, returnTo: attempt?.returnTo ?? '/login' };
  if (attempt?.mode !== 'redirect' && (await sendToOpener(win, answer))) {
    win.close();
    return { handled: true };
  }
  if (attempt?.state !== answer.state) return { failed: 'state', returnTo: '/login' };
  return { ...outcomeOfAnswer(answer, attempt), returnTo: attempt.returnTo };
}

function createAttempt(win: SignInWindow, returnTo: string): SignInAttempt {
  return { state: randomString(win), nonce: randomString(win), returnTo, mode: 'popup' };
}

function randomString(win: SignInWindow): string {
  const bytes = win.crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** Returns the path if it belongs to this site, otherwise `/`; prevents redirects to other origins. */
function pathOnThisSite(path: string): string {
  return /^\/(?![/\\])[^\s\\]*$/.test(path) ? path : '/';
}

function authorizationUrl(config: SignInConfig, attempt: SignInAttempt, origin: string): string {
  const url = new URL(config.authorizationEndpoint);
  const parameters = {
    response_type: 'id_token',
    client_id: config.clientId,
    scope: config.scope,
    redirect_uri: origin + CALLBACK_PATH,
    prompt: 'select_account',
    state: attempt.state,
    nonce: attempt.nonce,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

function popupFeatures(win: SignInWindow): string {
  const [width, height] = [480, 720];
  const left = Math.max(0, Math.round(win.screenX + (win.outerWidth - width) / 2));
  const top = Math.max(0, Math.round(win.screenY + (win.outerHeight - height) / 3));
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}

function waitForAnswer(
  win: SignInWindow,
  popup: PopupWindow,
  attempt: SignInAttempt,
): Promise<SignInOutcome> {
  const { promise, resolve } = Promise.withResolvers<SignInOutcome>();
  const channel = new win.BroadcastChannel(CHANNEL_NAME);
  const finish = (outcome: SignInOutcome) => {
    pendingAttempts.delete(win);
    win.clearInterval(watch);
    channel.onmessage = null;
    // Closing the channel at once could lose the message that the answer was accepted.
    win.setTimeout(() => channel.close(), CHANNEL_LINGER_MS);
    win.sessionStorage.removeItem(STORAGE_KEY);
    popup.close();
    resolve(outcome);
  };
  channel.onmessage = ({ data }: MessageEvent<ChannelMessage>) => {
    // Answers to attempts of other tabs arrive here too.
    if (data.type !== 'answer' || data.answer.state !== attempt.state) return;
    channel.postMessage({ type: 'taken', state: attempt.state } satisfies ChannelMessage);
    finish(outcomeOfAnswer(data.answer, attempt));
  };
  const watch = watchPopupClosing(win, popup, () => finish({ cancelled: true }));
  pendingAttempts.set(win, finish);
  return promise;
}

/**
 * Calls `closed` once the popup is closed. The opener policy of the provider's pages can make an open popup seem
 * closed. So it counts as closed only while this page is in front, and only after a delay in which an answer on its way
 * can arrive.
 */
function watchPopupClosing(win: SignInWindow, popup: PopupWindow, closed: () => void): number {
  let closedFor = 0;
  return win.setInterval(() => {
    closedFor = popup.closed && win.document.hasFocus() ? closedFor + POPUP_POLL_MS : 0;
    if (closedFor >= CLOSED_GRACE_MS) closed();
  }, POPUP_POLL_MS);
}

/** Sends the answer to the page that opened this popup; resolves to whether that page has accepted it. */
function sendToOpener(win: SignInWindow, answer: ProviderAnswer): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const channel = new win.BroadcastChannel(CHANNEL_NAME);
  const finish = (accepted: boolean) => {
    win.clearTimeout(timer);
    channel.close();
    resolve(accepted);
  };
  const timer = win.setTimeout(() => finish(false), TAKEOVER_TIMEOUT_MS);
  channel.onmessage = ({ data }: MessageEvent<ChannelMessage>) => {
    if (data.type === 'taken' && data.state === answer.state) finish(true);
  };
  channel.postMessage({ type: 'answer', answer } satisfies ChannelMessage);
  return promise;
}

function readAnswer(hash: string): ProviderAnswer | null {
  const fragment = new URLSearchParams(hash.slice(1));
  const [idToken, error] = [fragment.get('id_token'), fragment.get('error')];
  if (idToken === null && error === null) return null;
  return { state: fragment.get('state') ?? '', idToken, error };
}

/** The outcome of an answer after the checks of `state` and `nonce`; the server verifies the token itself. */
function outcomeOfAnswer(
  { idToken, error }: ProviderAnswer,
  attempt: SignInAttempt,
): Exclude<SignInOutcome, { redirecting: true }> {
  if (error === 'access_denied') return { cancelled: true };
  if (error !== null || idToken === null) return { failed: 'provider' };
  return nonceOfIdToken(idToken) === attempt.nonce ? { idToken } : { failed: 'nonce' };
}

function nonceOfIdToken(idToken: string): unknown {
  try {
    const payload = idToken.split('.')[1] ?? '';
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof claims === 'object' && claims !== null && 'nonce' in claims ? claims.nonce : null;
  } catch {
    return null;
  }
}

function storeAttempt(win: SignInWindow, attempt: SignInAttempt): void {
  win.sessionStorage.setItem(STORAGE_KEY, JSON.stringify(attempt));
}

function readStoredAttempt(win: SignInWindow): SignInAttempt | null {
  try {
    const stored: SignInAttempt | null = JSON.parse(
      win.sessionStorage.getItem(STORAGE_KEY) ?? 'null',
    );
    return stored && { ...stored, returnTo: pathOnThisSite(stored.returnTo) };
  } catch {
    return null;
  }
}
