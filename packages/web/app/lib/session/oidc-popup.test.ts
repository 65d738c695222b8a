import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeBrowser, makeFakeBrowser } from './fake-browser.ts';
import { completeSignIn, type SignInOutcome, signInWithPopup } from './oidc-popup.ts';

const signInConfig = {
  authorizationEndpoint: 'https://provider.example/auth?hl=pt-BR',
  clientId: 'guilda',
  scope: 'openid email profile',
};

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const tokenWith = (claims: object) =>
  `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;

const buildFragment = (values: Record<string, string | null>) =>
  `#${new URLSearchParams(Object.entries(values).flatMap(([k, v]) => (v === null ? [] : [[k, v]])))}`;

/** Follows a promise without waiting for it. */
function watchPromise<T>(promise: Promise<T>) {
  const watched: { value?: T } = {};
  void promise.then((value) => {
    watched.value = value;
  });
  return watched;
}

/** The callback page inside the popup, with a copy of the opener's session storage. */
function callbackIn(browser: FakeBrowser, hashFragment: string) {
  const storedAttempt = browser.win.storage.get('guilda-sign-in') ?? null;
  const page = browser.makeWindow({ hash: hashFragment, storedAttempt });
  return { page, outcome: completeSignIn(page) };
}

describe('a popup', () => {
  it('asks for an ID token with a fresh state and nonce, before anything is awaited', () => {
    const browser = makeFakeBrowser();
    void signInWithPopup(signInConfig, '/sales', browser.win);
    expect(browser.win.open).toHaveBeenCalledOnce();
    const firstRequest = Object.fromEntries(browser.request());
    expect(firstRequest).toEqual({
      hl: 'pt-BR',
      response_type: 'id_token',
      client_id: 'guilda',
      scope: 'openid email profile',
      redirect_uri: 'https://guilda.example/login/callback',
      prompt: 'select_account',
      state: expect.stringMatching(/^[\w-]{32}$/),
      nonce: expect.stringMatching(/^[\w-]{32}$/),
    });
    void signInWithPopup(signInConfig, '/sales', browser.win);
    expect(browser.request().get('state')).not.toBe(firstRequest['state']);
    expect(browser.request().get('nonce')).not.toBe(firstRequest['nonce']);
    expect(browser.request().get('nonce')).not.toBe(browser.request().get('state'));
  });

  it('passes the token to the page that opened it, and closes', async () => {
    const browser = makeFakeBrowser();
    const outcome = signInWithPopup(signInConfig, '/', browser.win);
    const idToken = tokenWith({ nonce: browser.request().get('nonce'), name: 'João' });
    const hash = buildFragment({ id_token: idToken, state: browser.request().get('state') });
    const callback = callbackIn(browser, hash);
    expect(callback.page.history.replaceState).toHaveBeenCalledWith(
      { key: 'k' },
      '',
      '/login/callback?a=1',
    );
    await vi.advanceTimersByTimeAsync(10);
    expect(await outcome).toEqual({ idToken });
    expect(await callback.outcome).toEqual({ handled: true });
    expect(callback.page.close).toHaveBeenCalledOnce();
    expect(browser.popup().close).toHaveBeenCalledOnce();
    expect(browser.win.storage.size).toBe(0);
    await vi.advanceTimersByTimeAsync(2000);
    expect(browser.channels.size).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('that was closed ends the attempt without a message', async () => {
    const browser = makeFakeBrowser();
    const watched = watchPromise(signInWithPopup(signInConfig, '/', browser.win));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(watched.value).toBeUndefined();
    browser.popup().closed = true;
    await vi.advanceTimersByTimeAsync(1000);
    expect(watched.value).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1500);
    expect(watched.value).toEqual({ cancelled: true });
    await vi.advanceTimersByTimeAsync(2000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('that only seems closed, because the provider isolates it, is waited for', async () => {
    const browser = makeFakeBrowser();
    const watched = watchPromise(signInWithPopup(signInConfig, '/', browser.win));
    browser.setFocus(false);
    browser.popup().closed = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(watched.value).toBeUndefined();
    const idToken = tokenWith({ nonce: browser.request().get('nonce') });
    const hash = buildFragment({ id_token: idToken, state: browser.request().get('state') });
    const { outcome } = callbackIn(browser, hash);
    await vi.advanceTimersByTimeAsync(10);
    expect(watched.value).toEqual({ idToken });
    expect(await outcome).toEqual({ handled: true });
  });

  it.each([
    ['access_denied', { cancelled: true }],
    ['server_error', { failed: 'provider' }],
  ])('reports the error %s', async (error, expected) => {
    const browser = makeFakeBrowser();
    const outcome = signInWithPopup(signInConfig, '/', browser.win);
    const { outcome: callbackOutcome } = callbackIn(
      browser,
      buildFragment({ error, state: browser.request().get('state') }),
    );
    await vi.advanceTimersByTimeAsync(10);
    expect(await outcome).toEqual(expected);
    expect(await callbackOutcome).toEqual({ handled: true });
  });

  it.each([
    ['another nonce', tokenWith({ nonce: 'other' })],
    ['no nonce', tokenWith({})],
    ['no claims', 'h.bnVsbA.s'],
    ['no token at all', 'garbage'],
  ])('refuses a token with %s', async (_name, idToken) => {
    const browser = makeFakeBrowser();
    const outcome = signInWithPopup(signInConfig, '/', browser.win);
    callbackIn(
      browser,
      buildFragment({ id_token: idToken, state: browser.request().get('state') }),
    );
    await vi.advanceTimersByTimeAsync(10);
    expect(await outcome).toEqual({ failed: 'nonce' });
  });

  it('does not take an answer with another state, and the callback page refuses it too', async () => {
    const browser = makeFakeBrowser();
    const watched = watchPromise(signInWithPopup(signInConfig, '/', browser.win));
    const idToken = tokenWith({ nonce: browser.request().get('nonce') });
    const { outcome, page } = callbackIn(
      browser,
      buildFragment({ id_token: idToken, state: 'other' }),
    );
    await vi.advanceTimersByTimeAsync(1600);
    expect(await outcome).toEqual({ failed: 'state', returnTo: '/login' });
    expect(page.close).not.toHaveBeenCalled();
    expect(watched.value).toBeUndefined();
  });

  it('replaces an earlier popup', async () => {
    const browser = makeFakeBrowser();
    const firstOutcome = signInWithPopup(signInConfig, '/', browser.win);
    const secondOutcome = watchPromise(signInWithPopup(signInConfig, '/', browser.win));
    expect(await firstOutcome).toEqual({ cancelled: true });
    expect(secondOutcome.value).toBeUndefined();
    expect(browser.win.storage.size).toBe(1);
  });

  it('signs in by itself when the page that opened it no longer waits', async () => {
    const browser = makeFakeBrowser();
    const firstOutcome: Promise<SignInOutcome> = signInWithPopup(
      signInConfig,
      '/sales',
      browser.win,
    );
    const storedAttempt = browser.win.storage.get('guilda-sign-in') ?? null;
    const state = browser.request().get('state');
    const idToken = tokenWith({ nonce: browser.request().get('nonce') });
    browser.popup().closed = true;
    await vi.advanceTimersByTimeAsync(5000);
    expect(await firstOutcome).toEqual({ cancelled: true });
    const page = browser.makeWindow({
      hash: buildFragment({ id_token: idToken, state }),
      storedAttempt,
    });
    const outcome = completeSignIn(page);
    await vi.advanceTimersByTimeAsync(1600);
    expect(await outcome).toEqual({ idToken, returnTo: '/sales' });
    expect(page.close).not.toHaveBeenCalled();
  });
});

describe('a blocked popup', () => {
  const startRedirect = async (returnTo: string) => {
    const browser = makeFakeBrowser({ popupsBlocked: true });
    const outcome = await signInWithPopup(signInConfig, returnTo, browser.win);
    expect(outcome).toEqual({ redirecting: true });
    expect(browser.win.location.assign).toHaveBeenCalledOnce();
    expect(browser.win.location.assign).toHaveBeenCalledWith(
      expect.stringContaining(`state=${browser.request().get('state')}`),
    );
    return browser;
  };

  it('is replaced by a redirect that returns to the page of the person', async () => {
    const browser = await startRedirect('/category/valorant?x=1');
    const idToken = tokenWith({ nonce: browser.request().get('nonce') });
    const hash = buildFragment({ id_token: idToken, state: browser.request().get('state') });
    const { outcome, page } = callbackIn(browser, hash);
    expect(await outcome).toEqual({ idToken, returnTo: '/category/valorant?x=1' });
    expect(page.storage.size).toBe(0);
    expect(page.close).not.toHaveBeenCalled();
    expect(browser.channels.size).toBe(0);
  });

  it('gives the same outcome when it is read again', async () => {
    const browser = await startRedirect('/');
    const idToken = tokenWith({ nonce: browser.request().get('nonce') });
    const hash = buildFragment({ id_token: idToken, state: browser.request().get('state') });
    const { outcome, page } = callbackIn(browser, hash);
    expect(await completeSignIn(page)).toEqual(await outcome);
  });

  it.each([
    ['another state', { state: 'other' }, { failed: 'state', returnTo: '/login' }],
    ['no state', { state: null }, { failed: 'state', returnTo: '/login' }],
    ['another nonce', { id_token: tokenWith({ nonce: 'x' }) }, { failed: 'nonce', returnTo: '/a' }],
    [
      'access_denied',
      { id_token: null, error: 'access_denied' },
      { cancelled: true, returnTo: '/a' },
    ],
    [
      'an error',
      { id_token: null, error: 'login_required' },
      { failed: 'provider', returnTo: '/a' },
    ],
    ['nothing', { id_token: null }, { cancelled: true, returnTo: '/a' }],
  ])('fails without an exception with %s', async (_name, changes, expected) => {
    const browser = await startRedirect('/a');
    const hash = buildFragment({
      id_token: tokenWith({ nonce: browser.request().get('nonce') }),
      state: browser.request().get('state'),
      ...changes,
    });
    expect(await callbackIn(browser, hash).outcome).toEqual(expected);
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'x', '', '/a b'])(
    'never redirects to %s',
    async (returnTo) => {
      const browser = await startRedirect(returnTo);
      const { outcome } = callbackIn(browser, '');
      expect(await outcome).toEqual({ cancelled: true, returnTo: '/' });
    },
  );
});

describe('the callback page', () => {
  it('refuses an answer when no page requested it', async () => {
    const { makeWindow } = makeFakeBrowser();
    const page = makeWindow({
      hash: buildFragment({ id_token: tokenWith({ nonce: '' }), state: '' }),
    });
    const outcome = completeSignIn(page);
    await vi.advanceTimersByTimeAsync(1600);
    expect(await outcome).toEqual({ failed: 'state', returnTo: '/login' });
    expect(await completeSignIn(makeWindow())).toEqual({ cancelled: true, returnTo: '/login' });
    expect(await completeSignIn(makeWindow({ storedAttempt: '{' }))).toMatchObject({
      cancelled: true,
    });
  });
});
