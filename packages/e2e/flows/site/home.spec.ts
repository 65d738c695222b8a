import type { Page } from '@playwright/test';
import { publishService } from '../../support/market.ts';
import { signInAs, signInOverApi } from '../../support/people.ts';
import { desktopOnly, expect, expectAccessible, test } from '../../support/test.ts';

const linkedScreens = [
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
];

/** Expects that the whole element is inside the visible part of the page when the page opens. */
async function expectOnFirstScreen(page: Page, selector: string) {
  const element = page.locator(`main ${selector}`).filter({ visible: true }).first();
  await expect(element, selector).toBeVisible();
  const box = await element.boundingBox();
  expect((box?.y ?? Number.NaN) + (box?.height ?? 0), selector).toBeLessThanOrEqual(
    page.viewportSize()?.height ?? 0,
  );
}

for (const size of linkedScreens) {
  test(
    `a visitor sees a service, its price and a face before scrolling at ${size.width} × ${size.height}`,
    desktopOnly,
    async ({ page }) => {
      await page.setViewportSize(size);
      const seller = await signInOverApi(page.request, 'Primeira Tela');
      await publishService(page.request, seller, { title: 'À primeira vista' });
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
      for (const selector of [
        '[data-testid="service-card"]',
        '[data-testid="service-card"] [data-ui="price"]',
        '[data-testid="service-card"] [data-ui="avatar"]',
      ])
        await expectOnFirstScreen(page, selector);
      // The link to the services comes before the sign-in button.
      const actionButtons = page.getByTestId('home-hero').locator('[data-ui="button"]');
      await expect(actionButtons).toHaveText(['Ver serviços', 'Entrar com Google']);
      const stripBox = await page.getByTestId('category-strip').boundingBox();
      const tileBox = await page.locator('[data-ui="tile"]').first().boundingBox();
      expect(stripBox?.height).toBeLessThanOrEqual(2 * (tileBox?.height ?? 0) + 1);
      await expectAccessible(page);
    },
  );
}

test(
  'help and the company are one press away, and the page for sellers shows the fee',
  desktopOnly,
  async ({ page }) => {
    await page.goto('/');
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText(/CNPJ 11\.222\.333\/0001-81/);
    await footer.getByRole('link', { name: 'Ajuda' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Ajuda' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Quanto a Guilda cobra?' }).click();
    await expect(page).toHaveURL('/ajuda/dinheiro#taxa');
    await expect(page.getByRole('heading', { name: 'Quanto a Guilda cobra?' })).toBeInViewport();
    await expectAccessible(page);
    await page.getByRole('banner').getByRole('link', { name: 'Quero vender' }).click();
    await expect(page.getByText('De R$ 50,00, você recebe R$ 45,00.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: 'Adicionar serviço' }).click();
    await expect(page).toHaveURL('/login');
  },
);

test(
  'parts of the home page whose code cannot be loaded show an error with a button that loads them, or nothing',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/ERR_FAILED .*\/assets\/(waiting-content|people-panel)-/);
    const lazyCode = /\/assets\/(waiting-content|people-panel)-[^/]+\.js$/;
    await signInAs(page, 'Sem Cartas');
    await page.route(lazyCode, (route) => route.abort());
    await page.goto('/');
    const waiting = page.getByTestId('waiting');
    await expect(waiting).toContainText('Não conseguimos carregar o que espera por você.');
    const emptyPeoplePanel = page.locator('main .panel.onlyMembers');
    await expect(emptyPeoplePanel).toHaveCount(0);
    await expectAccessible(page);
    await page.unroute(lazyCode);
    await waiting.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(waiting).toContainText('Nada espera por você agora.');
    await expect(page.getByRole('region', { name: 'Quem está à mesa' })).toBeVisible();
  },
);
