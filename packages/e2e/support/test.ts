import { test as base, expect, type Page } from '@playwright/test';
import { findAccessibilityViolations } from './axe.ts';

interface Fixtures {
  /** Allows console errors that match, such as those of refusals that the test causes. */
  allowConsole: (pattern: RegExp) => void;
  /**
   * Closes the browser contexts that the test itself has created, which Playwright keeps open. Their pages would keep
   * people online and load the machine during all later tests.
   */
  closeContexts: undefined;
}

/**
 * Allowed in every test: people of other tests who are listed as online may close their accounts; requests for their
 * profiles then get a 404.
 */
const CLOSED_ACCOUNT_ERROR = /status of 404 .*\/api\/users\/[\da-f-]{36}\)$/;

/** A test fails on any console error and any uncaught exception in any of its pages. */
export const test = base.extend<Fixtures>({
  closeContexts: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
  allowConsole: [
    async ({ context }, use) => {
      const allowedPatterns: RegExp[] = [CLOSED_ACCOUNT_ERROR];
      const errorTexts: string[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error')
          errorTexts.push(`${message.text()} (${message.location().url})`);
      });
      // A production build reports errors to the server instead of the console.
      context.on('request', (request) => {
        if (new URL(request.url()).pathname !== '/api/errors') return;
        errorTexts.push(`reported: ${request.postData()}`);
      });
      context.on('weberror', (error) => errorTexts.push(`uncaught: ${error.error().message}`));
      await use((pattern) => allowedPatterns.push(pattern));
      const unexpectedErrors = errorTexts.filter(
        (text) => !allowedPatterns.some((pattern) => pattern.test(text)),
      );
      expect(unexpectedErrors, 'console errors').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/**
 * Options for tests that do not depend on the screen width and therefore run at desktop width only; passed as the
 * second argument of a test.
 */
export const desktopOnly = { tag: '@desktop' };

/** Options for tests of elements that only phones show. */
export const phoneOnly = { tag: '@phone' };

/** Expects no violation of WCAG 2.2 A and AA by axe in the current page. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findAccessibilityViolations(page), 'accessibility').toEqual([]);
}

/** The toast on screen. */
export function toastOf(page: Page) {
  return page.locator('[data-ui="toast"]');
}

/** Waits until a page is connected to the server; before that it gets no events and cannot call. */
export const waitUntilOnline = (page: Page): Promise<void> =>
  expect(page.locator('[data-ui="top-bar"] [data-presence="online"]')).toBeAttached();

/** Whether the page has the layout of small screens. */
export function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 1024;
}
