import { test as base, expect, type Page } from '@playwright/test';
import { accessibilityViolations } from './axe.ts';

interface Fixtures {
  /** Expects console errors that match, such as those of refusals the flow provokes. */
  allowConsole: (pattern: RegExp) => void;
}

/** A flow fails on any console error and on any uncaught exception, in every page it opens. */
export const test = base.extend<Fixtures>({
  allowConsole: [
    async ({ context }, use) => {
      const allowed: RegExp[] = [];
      const said: string[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error') said.push(`${message.text()} (${message.location().url})`);
      });
      // A production build reports errors to the server instead of the console.
      context.on('request', (request) => {
        if (new URL(request.url()).pathname !== '/api/errors') return;
        said.push(`reported: ${request.postData()}`);
      });
      context.on('weberror', (error) => said.push(`uncaught: ${error.error().message}`));
      await use((pattern) => allowed.push(pattern));
      const unexpected = said.filter((line) => !allowed.some((pattern) => pattern.test(line)));
      expect(unexpected, 'console errors').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** For what does not hang on the width: as a test's second argument. */
export const desktopOnly = { tag: '@desktop' };

/** Tag of flows through elements that only phones show. */
export const phoneOnly = { tag: '@phone' };

/** WCAG 2.2 A and AA by axe, on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityViolations(page), 'accessibility').toEqual([]);
}

/** The toast on screen. */
export function toastOf(page: Page) {
  return page.locator('[data-ui="toast"]');
}

/** Whether the page is laid out for small screens. */
export function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 1024;
}
