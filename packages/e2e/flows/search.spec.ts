import type { Page } from '@playwright/test';
import { publishService } from '../support/market.ts';
import { signInOverApi } from '../support/people.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  isPhone,
  phoneOnly,
  test,
} from '../support/test.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** A word nobody else in this run has. */
const word = () => `zorvik${Math.random().toString(36).slice(2, 8)}`;

async function searchFor(page: Page, text: string) {
  if (isPhone(page)) await page.getByRole('link', { name: 'Buscar' }).click();
  const field = page.getByRole('searchbox', { name: 'Buscar' }).filter({ visible: true });
  await field.fill(text);
  await field.press('Enter');
}

test('people and services are found from anywhere', async ({ page }) => {
  const name = word();
  const seller = await signInOverApi(page.request, name);
  await publishService(page.request, seller, { title: `Aula de ${name}`, category: 'music' });
  await page.goto('/');
  await searchFor(page, `  ${name} `);
  await expect(page).toHaveURL(`/search?q=${name}`);
  await expect(heading(page, `“${name}”`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Pessoas' })).toBeVisible();
  await expect(page.getByTestId('people').getByText(name).first()).toBeVisible();
  await expect(page.getByRole('link', { name: `Aula de ${name}` })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Serviços', exact: true }).click();
  await expect(page).toHaveURL(`/search/services?q=${name}`);
  await expect(page.getByRole('link', { name: `Aula de ${name}` })).toBeVisible();
  await page.getByLabel('Categoria').selectOption('dota');
  await expect(page).toHaveURL(`/search/services?q=${name}&category=dota`);
  await expect(page.getByText('Nenhuma ficha com esses filtros')).toBeVisible();
  await page.getByLabel('Categoria').selectOption('music');
  await expect(page.getByRole('link', { name: `Aula de ${name}` })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Pessoas', exact: true }).click();
  await expect(page).toHaveURL(`/search/users?q=${name}`);
  await page.getByTestId('people').locator('a').first().click();
  await expect(page).toHaveURL(`/user/${seller.username}`);
});

test('a blank text never searches', phoneOnly, async ({ page }) => {
  await page.goto('/search');
  await expect(heading(page, 'O que você procura?')).toBeVisible();
  // The 19 categories and the way to every ficha.
  await expect(page.locator('.tileGrid [data-ui="tile"]')).toHaveCount(20);
  await expectAccessible(page);
  const field = page.getByRole('searchbox', { name: 'Buscar' }).filter({ visible: true });
  if (isPhone(page)) await expect(field).toBeFocused();
  await field.fill('   ');
  await field.press('Enter');
  await expect(page).toHaveURL('/search');
});

test(
  'nothing found suggests where to look; whatever is typed is only text',
  desktopOnly,
  async ({ page }) => {
    const nasty = `<b>“'& %00 ${'x'.repeat(200)}`;
    const answer = await page.goto(`/search?q=${encodeURIComponent(nasty)}`);
    expect(answer?.status()).toBe(200);
    await expect(page.getByText(/^Nada com/)).toBeVisible();
    for (const path of ['/search/services', '/search/users']) {
      const other = await page.request.get(`${path}?q=${encodeURIComponent(nasty)}`);
      expect(other.status()).toBe(200);
    }
    const nothing = 'qqxxzzyyww';
    await page.goto(`/search?q=${nothing}`);
    await expect(page.getByText(`Nada com “${nothing}”`)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Ou passe pelas categorias' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Limpar busca' }).click();
    await expect(page).toHaveURL('/search');
  },
);

test('everybody and every service without a text', desktopOnly, async ({ page }) => {
  const seller = await signInOverApi(page.request, 'Está Na Lista');
  await publishService(page.request, seller, { title: 'Está no mural' });
  await page.goto('/search/services');
  await expect(heading(page, 'Todas as fichas')).toBeVisible();
  await expect(page.locator('.cardGrid [data-testid="service-card"]').first()).toBeVisible();
  await expectAccessible(page);
  await page.goto('/search/users');
  await expect(heading(page, 'Pessoas')).toBeVisible();
  await expect(page.getByTestId('people').locator('li').first()).toBeVisible();
  await expectAccessible(page);
});

test('a typo still finds, and what was meant is offered', desktopOnly, async ({ page }) => {
  const name = word();
  const seller = await signInOverApi(page.request, 'Digita Errado');
  await publishService(page.request, seller, { title: `Violão ${name}` });
  const mistyped = `${name.slice(0, 3)}${name[4]}${name[3]}${name.slice(5)}`;
  for (const path of ['/search', '/search/services']) {
    await page.goto(`${path}?q=${mistyped}`);
    await expect(page.getByRole('link', { name: `Violão ${name}` })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(`${path}?q=${name}`);
    await expect(heading(page, `“${name}”`)).toBeVisible();
    await expect(page.getByText('Você quis dizer')).toBeHidden();
  }
});

test(
  'filters stand in the address, Back and Forward bring them again',
  desktopOnly,
  async ({ page }) => {
    const name = word();
    const seller = await signInOverApi(page.request, 'Filtra Tudo');
    for (const [title, price] of [
      ['barata', '10'],
      ['cara', '90'],
    ] as const) {
      await publishService(page.request, seller, { title: `${name} ${title}`, price });
    }
    const titles = page.locator('.cardGrid [data-testid="service-card"] h2');
    // Empty values count as not there.
    await page.goto(`/search/services?q=${name}&minPrice=&maxPrice=&category=&limit=&cursor=`);
    await expect(titles).toHaveCount(2);
    await page.getByLabel('Ordem').selectOption('price_desc');
    await expect(page).toHaveURL(/sort=price_desc/);
    await expect(titles.first()).toContainText('cara');
    await page.getByLabel('Tipo').selectOption('media');
    await expect(page.getByText('Nenhuma ficha com esses filtros')).toBeVisible();
    await page.goBack();
    await expect(titles).toHaveCount(2);
    await expect(page.getByLabel('Tipo')).toHaveValue('');
    await expect(page.getByLabel('Ordem')).toHaveValue('price_desc');
    await page.goForward();
    await expect(page.getByText('Nenhuma ficha com esses filtros')).toBeVisible();
    await expect(page.getByLabel('Tipo')).toHaveValue('media');
  },
);

test('the next page comes by keyboard and takes the focus along', desktopOnly, async ({ page }) => {
  test.slow();
  const name = word();
  const seller = await signInOverApi(page.request, 'Publica Muito');
  for (let n = 0; n < 26; n += 1) {
    await publishService(page.request, seller, { title: `${name} aula ${n}` });
  }
  await page.goto(`/search/services?q=${name}`);
  const links = page.locator('.cardGrid [data-testid="service-card"] a');
  await expect(links).toHaveCount(24);
  await page.getByRole('button', { name: 'Carregar mais' }).focus();
  await page.keyboard.press('Enter');
  await expect(links).toHaveCount(26);
  await expect(links.nth(24)).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: '26 fichas.' })).toHaveCount(1);
});
