import type { Page } from '@playwright/test';
import { publishService } from '../../support/market.ts';
import { signInOverApi } from '../../support/people.ts';
import { desktopOnly, expect, expectAccessible, phoneOnly, test } from '../../support/test.ts';

const pageHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** A word that no other test uses. */
const uniqueWord = () => `zorvik${Math.random().toString(36).slice(2, 8)}`;

test(
  'an empty text is not searched for; people and services are found',
  phoneOnly,
  async ({ page }) => {
    const name = uniqueWord();
    const seller = await signInOverApi(page.request, name);
    await publishService(page.request, seller, { title: `Aula de ${name}`, category: 'music' });
    await page.goto('/');
    await page.getByRole('link', { name: 'Buscar' }).click();
    await expect(pageHeading(page, 'O que você procura?')).toBeVisible();
    await expectAccessible(page);
    const field = page.getByRole('combobox', { name: 'Buscar' }).filter({ visible: true });
    await expect(field).toBeFocused();
    await field.fill('   ');
    await field.press('Enter');
    await expect(page).toHaveURL('/search');
    await field.fill(`  ${name} `);
    await field.press('Enter');
    await expect(page).toHaveURL(`/search?q=${name}`);
    await expect(pageHeading(page, `“${name}”`)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Pessoas' })).toBeVisible();
    await expect(page.getByTestId('people').getByText(name).first()).toBeVisible();
    await expect(page.getByRole('link', { name: `Aula de ${name}` })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Serviços', exact: true }).click();
    await expect(page).toHaveURL(`/search/services?q=${name}`);
    await expect(page.getByRole('link', { name: `Aula de ${name}` })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Pessoas', exact: true }).click();
    await expect(page).toHaveURL(`/search/users?q=${name}`);
    await expectAccessible(page);
    await page.getByTestId('people').locator('a').first().click();
    await expect(page).toHaveURL(`/user/${seller.username}`);
  },
);

test(
  'any typed text is treated as text, a typo still finds results, and filters are in the address',
  desktopOnly,
  async ({ page }) => {
    const hostileText = `<b>“'& %00 ${'x'.repeat(200)}`;
    const answer = await page.goto(`/search?q=${encodeURIComponent(hostileText)}`);
    expect(answer?.status()).toBe(200);
    await expect(page.getByText(/^Nada com/)).toBeVisible();
    await expectAccessible(page);
    for (const path of ['/search/services', '/search/users']) {
      const response = await page.request.get(`${path}?q=${encodeURIComponent(hostileText)}`);
      expect(response.status()).toBe(200);
    }

    const name = uniqueWord();
    const seller = await signInOverApi(page.request, 'Filtra Tudo');
    for (const [title, price] of [
      ['barata', '10'],
      ['cara', '90'],
    ] as const) {
      await publishService(page.request, seller, { title: `${name} ${title}`, price });
    }
    const field = page.getByRole('combobox', { name: 'Buscar' }).filter({ visible: true });
    await field.fill(`${name.slice(0, 3)}${name[4]}${name[3]}${name.slice(5)}`);
    await field.press('Enter');
    await expect(page.getByRole('link', { name: `${name} barata` })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Serviços', exact: true }).click();
    // Waits for the sort order, which only the page of services shows. The address changes before the page does, and
    // the previous page shows the same service and suggestion.
    await expect(page.getByLabel('Ordem')).toBeVisible();
    await expect(page).toHaveURL(/\/search\/services/);
    await expect(page.getByRole('link', { name: `${name} barata` })).toBeVisible();
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(`/search/services?q=${name}`);
    await expect(pageHeading(page, `“${name}”`)).toBeVisible();
    await expect(page.getByText('Você quis dizer')).toBeHidden();

    const titles = page.locator('.cardGrid [data-testid="service-card"] h2');
    // Empty values in the address count as absent.
    await page.goto(`/search/services?q=${name}&minPrice=&maxPrice=&category=&limit=&cursor=`);
    await expect(titles).toHaveCount(2);
    await page.getByLabel('Ordem').selectOption('price_desc');
    await expect(page).toHaveURL(/sort=price_desc/);
    await expect(titles.first()).toContainText('cara');
    await page.getByLabel('Tipo').selectOption('media');
    await expect(page.getByText('Nenhum serviço com esses filtros')).toBeVisible();
    await page.goBack();
    await expect(titles).toHaveCount(2);
    await expect(page.getByLabel('Ordem')).toHaveValue('price_desc');
    await page.goto('/search/services');
    await expect(pageHeading(page, 'Todos os serviços')).toBeVisible();
    await expect(titles.first()).toBeVisible();
    await page.goto('/search/users');
    await expect(pageHeading(page, 'Pessoas')).toBeVisible();
    await expect(page.getByTestId('people').locator('li').first()).toBeVisible();
  },
);

test(
  'on a phone suggestions fill the screen, and Back closes them',
  phoneOnly,
  async ({ page }) => {
    const name = uniqueWord();
    const seller = await signInOverApi(page.request, name);
    await publishService(page.request, seller, { title: `Aula de ${name}`, category: 'music' });
    await page.goto('/');
    await page.getByRole('link', { name: 'Buscar' }).click();
    const field = page.getByRole('combobox', { name: 'Buscar' }).filter({ visible: true });
    await field.pressSequentially(name.slice(0, 9));
    const serviceOption = page.getByRole('option', { name: `Aula de ${name}` });
    await expect(serviceOption).toBeVisible();
    await expect(page.getByRole('option').filter({ hasText: `@${seller.username}` })).toBeVisible();
    // The search form covers the whole screen, including the top and bottom bars.
    const isInForm = (y: number) =>
      page.evaluate(
        (pointY) => Boolean(document.elementFromPoint(innerWidth / 2, pointY)?.closest('form')),
        y,
      );
    const { height } = page.viewportSize() ?? { height: 0 };
    expect([await isInForm(1), await isInForm(height - 1)]).toEqual([true, true]);
    await expectAccessible(page);
    await page.goBack();
    await expect(page.getByRole('listbox')).toBeHidden();
    await expect(page).toHaveURL('/search');
    await field.press('ArrowDown');
    await serviceOption.click();
    await expect(page).toHaveURL(/\/service\//);
  },
);
