/**
 * Signs in with the identity provider in a popup, without dependencies on a framework. The page with the button calls
 * `signInWithPopup` in the click handler; the page at `/login/callback` calls `completeSignIn` once. The two pages
 * communicate over a BroadcastChannel, which only pages of the same origin can use and which works even when the
 * provider's opener policy has separated the popup from the page that opened it.
 */

import {
  type AnswerOutcome,
  authorizationUrl,
  createAttempt,
  forgetAttempt,
  outcomeOfAnswer,
  type PopupWindow,
  type ProviderAnswer,
  readAnswer,
  readStoredAttempt,
  type SignInAttempt,
  type SignInConfig,
  type SignInFailure,
  type SignInWindow,
  storeAttempt,
} from './oidc-request.ts';

export type { SignInConfig, SignInWindow } from './oidc-request.ts';

const CHANNEL_NAME = 'guilda-sign-in';
const POPUP_POLL_MS = 200;
/** The attempt ends when the popup has seemed closed for this long, in ms, while this page is in front. */
const CLOSED_GRACE_MS = 2000;
/** How long the callback page waits for the page that opened the popup to accept the answer, in ms. */
const TAKEOVER_TIMEOUT_MS = 1500;
const CHANNEL_LINGER_MS = 1000;

export type SignInOutcome =
  | AnswerOutcome
  /** The popup was blocked, so this page itself is redirected to the provider. */
  | { readonly redirecting: true };

export type CallbackOutcome =
  /** The page that opened this popup has accepted the answer, and the popup closes. */
  | { readonly handled: true }
  /** No other page has accepted the answer, so this page signs in with the token and then goes to `returnTo`. */
  | { readonly idToken: string; readonly returnTo: string }
  | { readonly cancelled: true; readonly returnTo: string }
  | { readonly failed: SignInFailure; readonly returnTo: string };

type ChannelMessage =
  | { readonly type: 'answer'; readonly answer: ProviderAnswer }
  | { readonly type: 'taken'; readonly state: string };

const pendingAttempts = new WeakMap<SignInWindow, (outcome: AnswerOutcome) => void>();
const callbackOutcomes = new WeakMap<SignInWindow, Promise<CallbackOutcome>>();

/**
 * Opens the provider's popup and waits for its answer. Call it in the click handler before any `await`, otherwise
 * browsers block the popup. Another call ends the previous attempt. `returnTo` is the path to go to after signing in;
 * it is used when the popup is blocked.
 */
export function signInWithPopup(
  config: SignInConfig,
  returnTo = '/',
  signInWindow: SignInWindow = window,
): Promise<SignInOutcome> {
  const attempt = createAttempt(signInWindow, returnTo);
  const url = authorizationUrl(config, attempt, { origin: signInWindow.location.origin });
  const popup = openPopup(signInWindow, attempt, url);
  if (popup === null) {
    storeAttempt(signInWindow, { ...attempt, mode: 'redirect' });
    signInWindow.location.assign(url);
    return Promise.resolve({ redirecting: true });
  }
  return waitForAnswer(signInWindow, popup, attempt);
}

/** A new sign-in that confirms the person's identity; the page that asks for it stays open. */
export interface FreshSignIn {
  /** Whether the browser blocked the popup. A link with `url` that opens a new tab still works. */
  readonly popupBlocked: boolean;
  readonly url: string;
  readonly outcome: Promise<AnswerOutcome>;
  cancel(): void;
}

/**
 * Opens the provider's popup for a fresh sign-in with the account of `email`. Call it in the click handler before any
 * `await`. With a blocked popup the page is not redirected, because that would lose what the person typed; the answer
 * may then come from the tab that a link with `url` opened. Another call ends the previous attempt.
 */
export function requestFreshSignIn(
  config: SignInConfig,
  email: string | null,
  signInWindow: SignInWindow = window,
): FreshSignIn {
  const attempt = createAttempt(signInWindow, '/', 'confirm');
  const url = authorizationUrl(config, attempt, { origin: signInWindow.location.origin, email });
  const popup = openPopup(signInWindow, attempt, url);
  const outcome = waitForAnswer(signInWindow, popup, attempt);
  return { popupBlocked: popup === null, url, outcome, cancel: () => cancelAttempt(signInWindow) };
}

/**
 * Completes a sign-in at `/login/callback`, in a popup or after a full redirect. Removes the fragment from the address
 * at once. Repeated calls return the same outcome.
 */
export function completeSignIn(signInWindow: SignInWindow = window): Promise<CallbackOutcome> {
  const callback = callbackOutcomes.get(signInWindow);
  if (callback) return callback;
  const outcome = completeOnce(signInWindow);
  callbackOutcomes.set(signInWindow, outcome);
  return outcome;
}

async function completeOnce(signInWindow: SignInWindow): Promise<CallbackOutcome> {
  const answer = readAnswer(signInWindow.location.hash);
  signInWindow.history.replaceState(
    signInWindow.history.state,
    '',
    signInWindow.location.pathname + signInWindow.location.search,
  );
  const attempt = readStoredAttempt(signInWindow);
  forgetAttempt(signInWindow);
  if (answer === null) return { cancelled: true, returnTo: attempt?.returnTo ?? '/login' };
  if (attempt?.mode !== 'redirect' && (await sendToOpener(signInWindow, answer))) {
    signInWindow.close();
    return { handled: true };
  }
  // No page has taken the answer, so the page that asked for the confirmation is closed. A confirmation must not sign
  // anybody in, so the token is dropped.
  if (attempt?.mode === 'confirm') return { cancelled: true, returnTo: attempt.returnTo };
  if (attempt?.state !== answer.state) return { failed: 'state', returnTo: '/login' };
  return { ...outcomeOfAnswer(answer, attempt), returnTo: attempt.returnTo };
}

function cancelAttempt(signInWindow: SignInWindow): void {
  pendingAttempts.get(signInWindow)?.({ cancelled: true });
}

/** Ends the previous attempt and opens the provider's popup for `attempt`; null when the browser blocks popups. */
function openPopup(
  signInWindow: SignInWindow,
  attempt: SignInAttempt,
  url: string,
): PopupWindow | null {
  // The previous attempt is ended before the new one is stored, because ending an attempt deletes the stored one.
  cancelAttempt(signInWindow);
  // The attempt is stored before the popup opens, because the popup starts with a copy of the session storage.
  storeAttempt(signInWindow, attempt);
  const popup = signInWindow.open(url, '_blank', popupFeatures(signInWindow));
  return popup?.closed ? null : popup;
}

function popupFeatures(signInWindow: SignInWindow): string {
  const [width, height] = [480, 720];
  const left = Math.max(
    0,
    Math.round(signInWindow.screenX + (signInWindow.outerWidth - width) / 2),
  );
  const top = Math.max(
    0,
    Math.round(signInWindow.screenY + (signInWindow.outerHeight - height) / 3),
  );
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}

function waitForAnswer(
  signInWindow: SignInWindow,
  popup: PopupWindow | null,
  attempt: SignInAttempt,
): Promise<AnswerOutcome> {
  const { promise, resolve } = Promise.withResolvers<AnswerOutcome>();
  const channel = new signInWindow.BroadcastChannel(CHANNEL_NAME);
  const finish = (outcome: AnswerOutcome) => {
    pendingAttempts.delete(signInWindow);
    if (closingInterval !== null) signInWindow.clearInterval(closingInterval);
    channel.onmessage = null;
    // Closing the channel at once could lose the message that the answer was accepted.
    signInWindow.setTimeout(() => channel.close(), CHANNEL_LINGER_MS);
    forgetAttempt(signInWindow);
    popup?.close();
    resolve(outcome);
  };
  channel.onmessage = ({ data }: MessageEvent<ChannelMessage>) => {
    // Answers to attempts of other tabs arrive here too.
    if (data.type !== 'answer' || data.answer.state !== attempt.state) return;
    channel.postMessage({ type: 'taken', state: attempt.state } satisfies ChannelMessage);
    finish(outcomeOfAnswer(data.answer, attempt));
  };
  const closingInterval =
    popup && watchPopupClosing(signInWindow, popup, () => finish({ cancelled: true }));
  pendingAttempts.set(signInWindow, finish);
  return promise;
}

/**
 * Calls `onClosed` once the popup is closed. The opener policy of the provider's pages can make an open popup seem
 * closed. So it counts as closed only while this page is in front, and only after a delay in which an answer on its way
 * can arrive.
 */
function watchPopupClosing(
  signInWindow: SignInWindow,
  popup: PopupWindow,
  onClosed: () => void,
): number {
  let closedForMs = 0;
  return signInWindow.setInterval(() => {
    closedForMs =
      popup.closed && signInWindow.document.hasFocus() ? closedForMs + POPUP_POLL_MS : 0;
    if (closedForMs >= CLOSED_GRACE_MS) onClosed();
  }, POPUP_POLL_MS);
}

/** Sends the answer to the page that opened this popup; resolves to whether that page has accepted it. */
function sendToOpener(signInWindow: SignInWindow, answer: ProviderAnswer): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const channel = new signInWindow.BroadcastChannel(CHANNEL_NAME);
  const finish = (isAccepted: boolean) => {
    signInWindow.clearTimeout(timer);
    channel.close();
    resolve(isAccepted);
  };
  const timer = signInWindow.setTimeout(() => finish(false), TAKEOVER_TIMEOUT_MS);
  channel.onmessage = ({ data }: MessageEvent<ChannelMessage>) => {
    if (data.type === 'taken' && data.state === answer.state) finish(true);
  };
  channel.postMessage({ type: 'answer', answer } satisfies ChannelMessage);
  return promise;
}
