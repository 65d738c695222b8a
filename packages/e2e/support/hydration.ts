import type { Page } from '@playwright/test';

const hasReactKeys = () =>
  Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react'));

/** Whether the page's scripts have hydrated the server's markup. */
export const isHydrated = (page: Page): Promise<boolean> => page.evaluate(hasReactKeys);

/** Waits until the page is hydrated, at most `timeout` ms. */
export async function waitUntilHydrated(page: Page, timeout = 45_000): Promise<void> {
  await page.waitForFunction(hasReactKeys, undefined, { timeout });
}
