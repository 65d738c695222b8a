import type { Page } from '@playwright/test';
import { signInAs } from '../../support/people.ts';
import { desktopOnly, expect, expectAccessible, test } from '../../support/test.ts';

test.use({ serviceWorkers: 'allow' });

const offlinePageHeading = (page: Page) =>
  page.getByRole('heading', { name: 'Sem conexão', level: 1 });

/** Paths of the files that the service worker has cached. */
const listCachedPaths = (page: Page) =>
  page.evaluate(async () => {
    const cacheNames = await caches.keys();
    const openedCaches = await Promise.all(cacheNames.map((name) => caches.open(name)));
    const requests = await Promise.all(openedCaches.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

/**
 * Waits until the service worker controls the page and has cached the offline page, and checks that it has cached no
 * page that the person viewed.
 */
async function expectOnlyOfflinePageCached(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true);
  await expect.poll(() => listCachedPaths(page)).toEqual(['/offline.html']);
}

test(
  'without a network the offline page is shown, and replaced once the network is back',
  desktopOnly,
  async ({ page, context, allowConsole }) => {
    allowConsole(/ERR_INTERNET_DISCONNECTED/);
    await page.goto('/termos');
    await expectOnlyOfflinePageCached(page);
    const manifest = page.locator('link[rel="manifest"]');
    const { headers, status } = await page.request
      .get((await manifest.getAttribute('href')) ?? '')
      .then((answer) => ({ headers: answer.headers(), status: answer.status() }));
    expect([status, headers['content-type']]).toEqual([
      200,
      expect.stringContaining('application/manifest+json'),
    ]);

    await context.setOffline(true);
    await page.goto('/privacidade');
    await expect(offlinePageHeading(page)).toBeVisible();
    await expect(page.getByText('Confira sua internet')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(page.getByRole('status')).toHaveText(/^Ainda não deu\./);
    await context.setOffline(false);
    await expect(page.getByRole('heading', { name: 'Privacidade', level: 1 })).toBeVisible();
    await expect(page).toHaveURL('/privacidade');
    await expectOnlyOfflinePageCached(page);
  },
);

test(
  'signing out without a network deletes stored data of the device from any page',
  desktopOnly,
  async ({ page, context, allowConsole }) => {
    allowConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
    await signInAs(page, 'Sai No Escuro');
    await page.goto('/termos');
    await expectOnlyOfflinePageCached(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('button', { name: 'Sair' })).toBeVisible();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Sair' }).click();
    await expect(offlinePageHeading(page)).toBeVisible();
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    await context.setOffline(false);
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
    await expect(page).toHaveURL('/');
  },
);
