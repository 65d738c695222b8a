import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { consentCookie } from '../support/consent.ts';
import type { ScreenToCapture } from './screens.ts';

/** Width and height of a window, in px. */
export type WindowSize = readonly [width: number, height: number];

/** Parses window sizes written as `390x844,1440x900`. */
export const parseWindowSizes = (text: string): WindowSize[] =>
  text.split(',').map((size) => size.split('x').map(Number) as [number, number]);

/**
 * Local storage of signed-in people. The key is the address of the server, the e-mail address, and the number of the
 * current interval of `SESSION_REUSE_MS`, so that no session is reused for longer.
 */
const storedSessions = new Map<string, Promise<Record<string, string>>>();

/** Time in ms for which a session is reused; its access token is valid for fifteen minutes. */
const SESSION_REUSE_MS = 10 * 60_000;

/** Returns the local storage of a signed-in person; reuses a session for at most `SESSION_REUSE_MS`. */
function signIn(page: Page, email: string): Promise<Record<string, string>> {
  const key = `${new URL(page.url()).origin} ${email} ${Math.floor(Date.now() / SESSION_REUSE_MS)}`;
  const session = storedSessions.get(key) ?? openSession(page, email);
  storedSessions.set(key, session);
  return session;
}

async function openSession(page: Page, email: string): Promise<Record<string, string>> {
  const tokenResponse = await page.request.post('/dev/id-token', { data: { email } });
  const answer = await page.request.post('/api/auth/google', { data: await tokenResponse.json() });
  const { user, tokens } = await answer.json();
  return {
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken,
    uid: user.uid,
    'guilda-state': JSON.stringify({ state: { user }, version: 0 }),
  };
}

/** Opens a window of the program at `url`, signed in as the person of the screen. */
export async function openWindow(
  browser: Browser,
  url: string,
  screen: ScreenToCapture,
  [width, height]: WindowSize,
  theme: string,
  options: BrowserContextOptions = {},
) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    hasTouch: width < 1024,
    storageState: {
      cookies: screen.showsConsentBanner ? [] : [consentCookie('refused', url)],
      origins: [],
    },
    ...options,
  });
  const page = await context.newPage();
  await page.goto('/healthz');
  const session = screen.email === null ? null : await signIn(page, screen.email);
  await page.evaluate(
    ([name, tokens]) => {
      localStorage.setItem('guilda.theme', name as string);
      for (const [key, value] of Object.entries((tokens as Record<string, string> | null) ?? {}))
        localStorage.setItem(key, value);
    },
    [theme, session] as const,
  );
  return { context, page };
}

/** Waits until the page has loaded everything that it requests by itself. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 4_000 }).catch(() => undefined);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(250);
}

/** Opens the dialog, panel or menu of the first button or link with this name; false when there is no such element. */
export async function openOverlay(page: Page, name: RegExp): Promise<boolean> {
  const button = page.getByRole('button', { name }).or(page.getByRole('link', { name })).first();
  if (!(await button.isVisible().catch(() => false))) return false;
  await button.click({ timeout: 2_000 }).catch(() => undefined);
  const overlay = page
    .locator('[role=dialog],[role=alertdialog],[role=menu],[role=listbox]')
    .first();
  return overlay.waitFor({ timeout: 1_500 }).then(
    () => true,
    () => false,
  );
}
