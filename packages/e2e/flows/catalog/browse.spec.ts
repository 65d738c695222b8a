import type { APIRequestContext, Page } from '@playwright/test';
import {
  attendOrder,
  createReviewedPurchase,
  orderService,
  publishService,
} from '../../support/market.ts';
import {
  asPerson,
  type SignedInPerson,
  signInAs,
  signInOverApi,
  storeSession,
} from '../../support/people.ts';
import { desktopOnly, expect, expectAccessible, phoneOnly, test } from '../../support/test.ts';

const pageHeading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });
const serviceCards = (page: Page) => page.locator('.cardGrid [data-testid="service-card"]');

/**
 * Publishes services in a price range that no other test uses, so that a list filtered by the range shows only them.
 */
async function publishMany(request: APIRequestContext, seller: SignedInPerson, count: number) {
  const reais = 1000 + Math.floor(Math.random() * 40_000);
  const titles = Array.from({ length: count }, (_, index) => `Mapa ${reais} aula ${index + 1}`);
  for (const [index, title] of titles.entries()) {
    const price = `${reais}.${String(index).padStart(2, '0')}`;
    await publishService(request, seller, { title, price, category: 'starcraft' });
  }
  return { titles, reais };
}

test(
  'going from the home page to a service and back keeps filters and scroll position',
  phoneOnly,
  async ({ page }) => {
    test.slow();
    const seller = await signInOverApi(page.request, 'Mestre de Mapa');
    const { titles, reais } = await publishMany(page.request, seller, 25);
    await page.goto('/');
    await page.getByTestId('category-strip').getByRole('link', { name: 'StarCraft' }).click();
    await expect(pageHeading(page, 'StarCraft')).toBeVisible();
    await page.getByRole('button', { name: 'Filtros' }).click();
    const filterDialog = page.getByRole('dialog', { name: 'Filtros' });
    await filterDialog.getByLabel('Preço de').fill(`${reais},00`);
    await filterDialog.getByLabel('Até').fill(`${reais},99`);
    await filterDialog.getByRole('button', { name: 'Call' }).click();
    await expect(filterDialog.getByRole('button', { name: 'Ver 25 serviços' })).toBeVisible();
    await expectAccessible(page);
    await filterDialog.getByRole('button', { name: 'Ver 25 serviços' }).click();
    await expect(page).toHaveURL(
      `/category/starcraft?type=call&minPrice=${reais}&maxPrice=${reais}.99`,
    );
    await expect(serviceCards(page)).toHaveCount(24);
    await page.getByRole('button', { name: 'Ordenar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Menor preço' }).click();
    await expect(page).toHaveURL(/sort=price_asc/);
    await expect(serviceCards(page).first()).toContainText(titles[0] ?? '');
    await page.getByRole('button', { name: 'Carregar mais' }).click();
    await expect(serviceCards(page)).toHaveCount(25);
    const lastService = page.getByRole('link', { name: titles.at(-1) ?? '' });
    await lastService.scrollIntoViewIfNeeded();
    const scrollPosition = await page.evaluate(() => window.scrollY);
    expect(scrollPosition).toBeGreaterThan(500);
    await lastService.click();
    await expect(pageHeading(page, titles.at(-1) ?? '')).toBeVisible();
    await page.goBack();
    await expect(serviceCards(page)).toHaveCount(25);
    await expect(page).toHaveURL(/type=call.*sort=price_asc/);
    await expect
      .poll(() => page.evaluate(() => window.scrollY))
      .toBeGreaterThan(scrollPosition - 40);
  },
);

test('the home page and a service with long names are shown without overflow', async ({ page }) => {
  const wideWord = (letterCount: number) => 'W'.repeat(letterCount);
  const title = wideWord(35);
  const seller = await signInOverApi(page.request, `${wideWord(24)} Maximiliana da Silva`);
  const profileTexts = { bio: wideWord(150), effectPhrase: wideWord(60) };
  await page.request.patch('/api/users/', { headers: asPerson(seller), data: profileTexts });
  const serviceFields = { title, description: wideWord(280), category: 'osu' };
  const { id } = await publishService(page.request, seller, serviceFields);
  await publishService(page.request, seller, { ...serviceFields, price: '50000' });
  const buyer = await signInOverApi(page.request, seller.name);
  const review = { title: wideWord(100), description: wideWord(500), rating: 4 };
  await createReviewedPurchase(page.request, { seller, buyer, serviceId: id }, review);
  for (const path of ['/category/osu', `/user/${seller.username}`, `/service/${id}`]) {
    await page.goto(path);
    await expect(page.getByText(title).first()).toBeVisible();
    const overflowWidth = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(overflowWidth, path).toBe(0);
  }

  await expect(pageHeading(page, title)).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'osu!' })).toBeVisible();
  await expect(page.getByText('100% recomendam')).toBeVisible();
  await expect(page.getByRole('heading', { name: review.title })).toBeVisible();
  await expect(
    page.getByRole('heading', { name: `Mais serviços de ${seller.name}` }),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible();
  await expect(
    page.getByRole('button', { name: 'Contratar' }).filter({ visible: true }),
  ).toHaveCount(1);
  await expectAccessible(page);

  await page.goto('/');
  await expect(pageHeading(page, 'Tem sempre alguém à mesa.')).toBeVisible();
  // 19 categories and the tile for all services.
  await expect(page.getByTestId('category-strip').locator('[data-ui="tile"]')).toHaveCount(20);
  await expect(page.getByRole('heading', { name: 'Serviços', exact: true })).toBeVisible();
  await expect(serviceCards(page).filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Como funciona' })).toBeVisible();
  await expectAccessible(page);
});

test(
  'a page that cannot be loaded from the network says why',
  desktopOnly,
  async ({ page, context, allowConsole }) => {
    allowConsole(/ERR_INTERNET_DISCONNECTED/);
    await page.goto('/search');
    await page.getByRole('link', { name: 'osu!' }).click();
    await expect(pageHeading(page, 'osu!')).toBeVisible();
    await page.goBack();
    await expect(pageHeading(page, 'O que você procura?')).toBeVisible();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'osu!' }).click();
    await expect(pageHeading(page, 'Algo deu errado...')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('Sem conexão com o servidor.');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(pageHeading(page, 'osu!')).toBeVisible();
  },
);

test(
  'a link to a service has a preview card wherever it is shared',
  desktopOnly,
  async ({ page, baseURL }) => {
    const seller = await signInOverApi(page.request, 'Vira Cartão');
    const description = 'Uma hora de "treino" & conversa <b>boa</b>.';
    const { id } = await publishService(page.request, seller, {
      title: 'Ficha de prévia',
      description,
      price: '12.50',
    });
    await page.goto(`/service/${id}?utm_source=conversa`);
    const metaContent = (name: string) =>
      page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute('content');
    await expect(page).toHaveTitle('Ficha de prévia · Guilda');
    expect(await metaContent('description')).toBe(description);
    expect(await metaContent('og:title')).toBe('Ficha de prévia');
    expect(await metaContent('og:image')).toMatch(
      new RegExp(`^${baseURL}/files/previews/services/${id}\\.png\\?v=[0-9a-f]{16}$`),
    );
    expect(await metaContent('og:image:width')).toBe('1200');
    expect(await metaContent('og:image:height')).toBe('630');
    expect(await metaContent('og:image:alt')).toBe('Ficha de prévia, de Vira Cartão: R$ 12,50');
    expect(await metaContent('twitter:card')).toBe('summary_large_image');
    const canonical = page.locator('link[rel="canonical"]');
    await expect(canonical).toHaveAttribute('href', `${baseURL}/service/${id}`);
    const pictureResponse = await page.request.get((await metaContent('og:image')) ?? '');
    expect(pictureResponse.headers()['content-type']).toBe('image/png');
  },
);

test(
  'a missing page is a 404 in the browser and from the server; content that only some people may see is requested with their session',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/404/);
    const seller = await signInOverApi(page.request, 'Perfil Fechado');
    const { id } = await publishService(page.request, seller, { title: 'Só para conhecidos' });
    const patchResponse = await page.request.patch('/api/users/', {
      headers: asPerson(seller),
      data: { privacy: 'private' },
    });
    expect(patchResponse.status()).toBe(200);
    const missingServicePath = `/service/${crypto.randomUUID()}`;
    for (const path of [
      '/category/xadrez',
      '/ajuda/xadrez',
      '/service/nada',
      missingServicePath,
      `/service/${id}`,
    ]) {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
      await expect(pageHeading(page, 'Faltou um ladrilho aqui.')).toBeVisible();
    }
    await storeSession(page, seller);
    await page.goto(missingServicePath);
    await expect(pageHeading(page, 'Faltou um ladrilho aqui.')).toBeVisible();
    await expectAccessible(page);
    await page.goto(`/service/${id}`);
    await expect(pageHeading(page, 'Só para conhecidos')).toBeVisible();
    await expect(page.getByText('Este serviço é seu.')).toBeVisible();
  },
);

test(
  'orders that wait for a signed-in person come first on the home page',
  desktopOnly,
  async ({ page }) => {
    const seller = await signInAs(page, 'Mesa Cheia');
    const buyer = await signInOverApi(page.request, 'Quem Espera');
    const { id } = await publishService(page.request, seller, { title: 'Espera por mim' });
    const order = await orderService(page.request, buyer, id);
    await page.goto('/');
    await expect(pageHeading(page, 'Na sua mesa')).toBeVisible();
    const card = page.getByRole('article', { name: 'Espera por mim' }).first();
    await expect(card).toContainText('Aguardando início');
    await expectAccessible(page);
    await attendOrder(page.request, seller, order);
    await storeSession(page, buyer);
    await page.goto('/');
    await expect(card).toContainText('Para avaliar');
    // This category has no services.
    await page.goto('/category/call-of-duty');
    await expect(page.getByText('Seja a primeira pessoa a publicar hoje.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Categorias parecidas' })).toBeVisible();
    await expectAccessible(page);
  },
);
