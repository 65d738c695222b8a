import type { Page } from '@playwright/test';

const takenOver = () =>
  Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react'));

/** Whether the browser's scripts have taken over what the server wrote. */
export const isHydrated = (page: Page): Promise<boolean> => page.evaluate(takenOver);

/** Waits for that, `timeout` ms at most. */
export async function waitUntilHydrated(page: Page, timeout = 20_000): Promise<void> {
  await page.waitForFunction(takenOver, undefined, { timeout });
}
