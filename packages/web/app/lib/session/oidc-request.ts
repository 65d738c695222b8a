/**
 * The authorization request to the identity provider and its answer, without dependencies on a framework.
 * `oidc-popup.ts` opens the request in a popup.
 */

const STORAGE_KEY = 'guilda-sign-in';
const CALLBACK_PATH = '/login/callback';

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
export type SignInFailure = 'state' | 'nonce' | 'provider';

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

export type PopupWindow = Pick<Window, 'closed' | 'close'>;

/** One request to the identity provider, stored in session storage until its answer arrives. */
export interface SignInAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly returnTo: string;
  /** Purpose of the attempt; `confirm` only confirms the person's identity and never starts a session. */
  readonly mode: 'popup' | 'redirect' | 'confirm';
}

/** The parameters that the provider appended to the callback's URL as its fragment. */
export interface ProviderAnswer {
  readonly state: string;
  readonly idToken: string | null;
  readonly error: string | null;
}

export function createAttempt(
  signInWindow: SignInWindow,
  returnTo: string,
  mode: SignInAttempt['mode'] = 'popup',
): SignInAttempt {
  return { state: randomString(signInWindow), nonce: randomString(signInWindow), returnTo, mode };
}

function randomString(signInWindow: SignInWindow): string {
  const bytes = signInWindow.crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** Returns the path if it belongs to this site, otherwise `/`; prevents redirects to other origins. */
function pathOnThisSite(path: string): string {
  return /^\/(?![/\\])[^\s\\]*$/.test(path) ? path : '/';
}

/**
 * The provider's address for an attempt. An attempt that confirms the identity makes the person sign in again
 * (`max_age`) with the account of `email`.
 */
export function authorizationUrl(
  config: SignInConfig,
  attempt: SignInAttempt,
  { origin, email }: { readonly origin: string; readonly email?: string | null },
): string {
  const url = new URL(config.authorizationEndpoint);
  const parameters = {
    response_type: 'id_token',
    client_id: config.clientId,
    scope: config.scope,
    redirect_uri: origin + CALLBACK_PATH,
    prompt: 'select_account',
    state: attempt.state,
    nonce: attempt.nonce,
    ...(attempt.mode === 'confirm' ? { max_age: '0' } : {}),
    ...(email ? { login_hint: email } : {}),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Reads the answer from the fragment of the callback's address; null when there is none. */
export function readAnswer(hashFragment: string): ProviderAnswer | null {
  const fragment = new URLSearchParams(hashFragment.slice(1));
  const [idToken, error] = [fragment.get('id_token'), fragment.get('error')];
  if (idToken === null && error === null) return null;
  return { state: fragment.get('state') ?? '', idToken, error };
}

/** Outcome of the provider's answer after it was accepted or refused. */
export type AnswerOutcome =
  | { readonly idToken: string }
  /** The person cancelled the sign-in, so no message is shown. */
  | { readonly cancelled: true }
  | { readonly failed: SignInFailure };

/**
 * Checks an answer after the caller has compared its `state` with that of the attempt. Only the token's `nonce` is
 * compared here; the server verifies the rest of the token.
 */
export function outcomeOfAnswer(
  { idToken, error }: ProviderAnswer,
  attempt: SignInAttempt,
): AnswerOutcome {
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

export function storeAttempt(signInWindow: SignInWindow, attempt: SignInAttempt): void {
  signInWindow.sessionStorage.setItem(STORAGE_KEY, JSON.stringify(attempt));
}

export function readStoredAttempt(signInWindow: SignInWindow): SignInAttempt | null {
  try {
    const storedAttempt: SignInAttempt | null = JSON.parse(
      signInWindow.sessionStorage.getItem(STORAGE_KEY) ?? 'null',
    );
    return storedAttempt && { ...storedAttempt, returnTo: pathOnThisSite(storedAttempt.returnTo) };
  } catch {
    return null;
  }
}

export function forgetAttempt(signInWindow: SignInWindow): void {
  signInWindow.sessionStorage.removeItem(STORAGE_KEY);
}
