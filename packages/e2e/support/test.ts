import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test as base, expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

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

/** axe as one script; the compressed one is read by the browser in half the time. */
const axeScript = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** Violations of WCAG 2.2 A and AA that axe finds in the current page. */
async function findViolations() {
  const { run } = Reflect.get(window, 'axe') as typeof axe;
  // A target that lies half under a bar counts as too small; scrolling brings it out.
  const bars = document.querySelectorAll<HTMLElement>(
    '[data-ui="top-bar"], [data-ui="bottom-bar"]',
  );
  for (const bar of bars) bar.style.position = 'static';
  // What fades in has too little contrast until it is there.
  const fading = document
    .getAnimations()
    .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
  await Promise.all(fading.map(({ finished }) => finished.catch(() => undefined)));
  const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const { violations } = await run(document, {
    runOnly: { type: 'tag', values },
    resultTypes: ['violations'],
    iframes: false,
  });
  for (const bar of bars) bar.style.position = '';
  return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }));
}

/**
 * WCAG 2.2 A and AA by axe, on the page as it stands. Only what is wrong comes back: the rest, by axe's own
 * adapter, takes as long again as the search.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axeScript);
  expect(await page.evaluate(findViolations), 'accessibility').toEqual([]);
}

/** The toast on screen. */
export function toastOf(page: Page) {
  return page.locator('[data-ui="toast"]');
}

/** Whether the page is laid out for small screens. */
export function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 1024;
}
