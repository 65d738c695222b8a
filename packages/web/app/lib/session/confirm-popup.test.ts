import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeFakeBrowser } from './fake-browser.ts';
import { completeSignIn, requestFreshSignIn, signInWithPopup } from './oidc-popup.ts';

const signInConfig = {
  authorizationEndpoint: 'https://provider.example/auth',
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

/** The fragment with which the provider answers a request. */
function fragmentFor(request: URLSearchParams) {
  const idToken = tokenWith({ nonce: request.get('nonce') });
  const state = request.get('state') ?? '';
  return { idToken, hash: `#${new URLSearchParams({ id_token: idToken, state })}` };
}

describe('a fresh sign-in', () => {
  it('asks the provider to make the same person sign in again', () => {
    const browser = makeFakeBrowser();
    const freshSignIn = requestFreshSignIn(signInConfig, 'ana@pessoas.example', browser.win);
    expect(freshSignIn.popupBlocked).toBe(false);
    expect(Object.fromEntries(browser.request())).toMatchObject({
      prompt: 'select_account',
      max_age: '0',
      login_hint: 'ana@pessoas.example',
    });
  });

  it('returns the token to the page that requested it', async () => {
    const browser = makeFakeBrowser();
    const { outcome } = requestFreshSignIn(signInConfig, null, browser.win);
    const { idToken, hash } = fragmentFor(browser.request());
    const storedAttempt = browser.win.storage.get('guilda-sign-in') ?? null;
    const callback = completeSignIn(browser.makeWindow({ hash, storedAttempt }));
    await vi.advanceTimersByTimeAsync(10);
    expect(await outcome).toEqual({ idToken });
    expect(await callback).toEqual({ handled: true });
    expect(browser.win.storage.size).toBe(0);
  });

  it('keeps the page when popups are blocked, and accepts the answer from another tab', async () => {
    const browser = makeFakeBrowser({ popupsBlocked: true });
    const freshSignIn = requestFreshSignIn(signInConfig, null, browser.win);
    expect(freshSignIn.popupBlocked).toBe(true);
    expect(browser.win.location.assign).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(60_000);
    const { idToken, hash } = fragmentFor(new URL(freshSignIn.url).searchParams);
    // A tab that was opened by a link has its own session storage.
    const callback = completeSignIn(browser.makeWindow({ hash }));
    await vi.advanceTimersByTimeAsync(10);
    expect(await freshSignIn.outcome).toEqual({ idToken });
    expect(await callback).toEqual({ handled: true });
  });

  it('signs nobody in when the page that requested it is closed', async () => {
    const browser = makeFakeBrowser();
    requestFreshSignIn(signInConfig, null, browser.win);
    const { hash } = fragmentFor(browser.request());
    const storedAttempt = browser.win.storage.get('guilda-sign-in') ?? null;
    const otherBrowser = makeFakeBrowser();
    const callback = completeSignIn(otherBrowser.makeWindow({ hash, storedAttempt }));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await callback).toEqual({ cancelled: true, returnTo: '/' });
  });

  it('ends when the person closes the popup, cancels, or starts another one', async () => {
    const browser = makeFakeBrowser();
    const closedSignIn = requestFreshSignIn(signInConfig, null, browser.win);
    browser.popup().closed = true;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await closedSignIn.outcome).toEqual({ cancelled: true });
    const refusedSignIn = requestFreshSignIn(signInConfig, null, browser.win);
    refusedSignIn.cancel();
    expect(await refusedSignIn.outcome).toEqual({ cancelled: true });
    const firstSignIn = requestFreshSignIn(signInConfig, null, browser.win);
    void signInWithPopup(signInConfig, '/', browser.win);
    expect(await firstSignIn.outcome).toEqual({ cancelled: true });
  });
});
